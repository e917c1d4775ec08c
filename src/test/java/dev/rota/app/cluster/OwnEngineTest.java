package dev.rota.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.health.DiskWatch;
import dev.rota.road.health.PartitionCondition;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.stream.status.OpeningProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OwnEngineTest {
  private final AtomicLong now = new AtomicLong(1_000);
  private volatile List<OpeningProgress> opening = List.of();

  /** No disk is known there. */
  private final OwnEngine engine =
      new OwnEngine(new DiskWatch(Path.of("nowhere")), () -> opening, now::get);

  @Test
  void aPartitionThatIsRestoredIsToldWithItsProgressSinceThatBegan() {
    assertThat(engine.apply(2)).isEmpty();
    opening = List.of(rows(120, null));
    assertThat(engine.apply(2))
        .containsExactly(opens("120 of 4000 records of its rows are restored", 1_000));
    assertThat(engine.apply(1)).as("another one is open").isEmpty();
    now.set(9_000);
    opening = List.of(rows(2_000, 8L));
    assertThat(engine.apply(2))
        .containsExactly(
            opens("2000 of 4000 records of its rows are restored, 8 s are left", 1_000));
    opening = List.of();
    assertThat(engine.apply(2)).isEmpty();
    opening = List.of(new OpeningProgress(2, OpeningProgress.What.PAGES_REPLAYED, 5, 60, 1L));
    assertThat(engine.apply(2))
        .containsExactly(opens("5 of 60 pages of its ledger are replayed, 1 s are left", 9_000));
  }

  private static OpeningProgress rows(long done, Long left) {
    return new OpeningProgress(2, OpeningProgress.What.ROWS_RESTORED, done, 4_000, left);
  }

  private static PartitionCondition opens(String words, long since) {
    return new PartitionCondition(Cause.OPENS, words, since);
  }
}
