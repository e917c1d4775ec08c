package dev.rota.road.stream.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.testing.LoggedLines;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WriterWatchTest {
  /** Else nobody would see another application any more, and nobody would say so. */
  @Test
  void whatFailsForAnyReasonIsToldAndTriedAgain() {
    AtomicInteger looks = new AtomicInteger();
    LedgerOwner unasked = null; // each look fails before
    try (LoggedLines log = LoggedLines.of(WriterWatch.class.getName());
        WriterWatch watch =
            new WriterWatch(Map.of("bootstrap.servers", "127.0.0.1:1"), "cores", unasked)) {
      watch.start(
          () -> {
            looks.incrementAndGet();
            throw new IllegalStateException("a client's own fault");
          },
          foreign -> {
            throw foreign;
          });
      await().until(() -> looks.get() > 1);
      assertThat(log.texts()).contains("cores: its ledger cannot be followed at present; retrying");
    }
  }
}
