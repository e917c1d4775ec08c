package dev.rota.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.Patience;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ShutdownSequenceTest {
  private final CompletableFuture<String> note = new CompletableFuture<>();

  /** Ends once it was said that it is waited for. */
  private final class SlowBroker implements AutoCloseable {
    private String heard;

    @Override
    public void close() {
      heard = note.orTimeout(Patience.MAX.toMillis(), TimeUnit.MILLISECONDS).join();
    }
  }

  @Test
  void whatIsWaitedForIsSaid() {
    SlowBroker broker = new SlowBroker();
    try (ShutdownSequence shutdown = new ShutdownSequence(note::complete)) {
      shutdown.with(broker);
      shutdown.with(() -> {});
    }
    assertThat(broker.heard).matches("stopping since \\d+ s, waiting for the slow broker");
  }

  @Test
  void everyResourceIsClosedOnceTheLastFirst() {
    List<String> closed = new CopyOnWriteArrayList<>();
    ShutdownSequence shutdown = ShutdownSequence.nested();
    shutdown.with(() -> closed.add("first"));
    shutdown.with(
        () -> {
          throw new IllegalStateException("it does not close");
        });
    shutdown.with(() -> closed.add("last"));
    shutdown.close();
    shutdown.close();

    assertThat(closed).containsExactly("last", "first");
  }
}
