package dev.rota.road.stream.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

class StoreQuarantineTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String APPLICATION = "rota-cores";

  @TempDir private Path state;

  @Test
  void anOpenTasksFilesAreKeptBeforeTheyAreWiped() throws IOException {
    Path table = store();
    quarantine(Duration.ZERO).link(damage());
    Files.delete(table);
    Path kept = kept().get(0);
    assertThat(kept).hasFileName("20260102T030405000Z");
    assertThat(kept.resolve("rocksdb/cores-rows/1.sst")).hasContent("rows");
  }

  @Test
  void aSecondDamageWithinTheHourIsRefusedAndALaterOneReplacesTheFirst() throws IOException {
    store();
    quarantine(Duration.ZERO).move(damage());
    store();
    StoreQuarantine soon = quarantine(Duration.ofMinutes(59));
    assertThatThrownBy(() -> soon.move(damage()))
        .isInstanceOf(DamagedStore.class)
        .hasMessageContaining("task 0_3")
        .hasMessageContaining("3540 s");
    assertThatThrownBy(() -> soon.link(damage())).isInstanceOf(DamagedStore.class);

    quarantine(Duration.ofMinutes(61)).move(damage());
    assertThat(kept()).hasSize(1);
    assertThat(kept().get(0)).hasFileName("20260102T040505000Z");
  }

  @Test
  void aFullDiskAStoreInUseAndAnyOtherFaultAreNoDamage() {
    assertThat(StoreDamage.of(new StreamsException("other", new TaskId(0, 3)))).isEmpty();
    assertThat(StoreDamage.of(fault("While lock file: /x/0_3/rocksdb/rows/LOCK: in use")))
        .isEmpty();
    assertThat(StoreDamage.of(fault("block checksum mismatch")))
        .map(StoreDamage::task)
        .contains("0_3");
  }

  private static StoreDamage damage() {
    return new StoreDamage("0_3", fault("block checksum mismatch"));
  }

  private static StreamsException fault(String message) {
    return new StreamsException(
        "a task failed",
        new ProcessorStateException("cannot read", new RocksDBException(message)),
        new TaskId(0, 3));
  }

  private StoreQuarantine quarantine(Duration later) {
    return new StoreQuarantine(state, APPLICATION, Clock.fixed(NOW.plus(later), ZoneOffset.UTC));
  }

  private Path store() throws IOException {
    Path store = state.resolve(APPLICATION).resolve("0_3/rocksdb/cores-rows");
    Files.createDirectories(store);
    return Files.writeString(store.resolve("1.sst"), "rows");
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> paths = Files.list(state.resolve(APPLICATION + "-damaged/0_3"))) {
      return paths.toList();
    }
  }
}
