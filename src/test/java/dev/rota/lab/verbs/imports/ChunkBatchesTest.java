package dev.rota.lab.verbs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.sqd.ChunkLine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkBatchesTest {
  private final List<ChunkBatches.Batch> sent = new ArrayList<>();

  private void add(ChunkBatches batches, int datasets, int chunks) {
    for (int i = 0; i < chunks; i++) {
      sent.addAll(batches.add(new ChunkLine("s3://" + i % datasets, "c" + i, i)));
    }
  }

  private int chunks() {
    return sent.stream().mapToInt(one -> one.added().size()).sum();
  }

  @Test
  void datasetsThatComeInTurnFillTheirRecords() {
    ChunkBatches batches = new ChunkBatches(100, 1_000_000);
    add(batches, 10, 3000);
    assertThat(sent).as("full, and another chunk comes").hasSize(20);
    assertThat(sent).allMatch(one -> one.added().size() == 100);
    assertThat(batches.rest()).hasSize(10).allMatch(one -> one.added().size() == 100);
    assertThat(batches.rest()).extracting(ChunkBatches.Batch::dataset).doesNotHaveDuplicates();
  }

  @Test
  void whatIsKeptIsBoundedAndTheLargestGoesFirst() {
    ChunkBatches batches = new ChunkBatches(1000, 50);
    add(batches, 1, 40);
    add(batches, 10, 20);
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).dataset()).isEqualTo("s3://0");
    sent.addAll(batches.rest());
    assertThat(chunks()).isEqualTo(60);
  }

  @Test
  void aRecordHasRoomForItsNames() {
    ChunkBatches batches = new ChunkBatches(10_000, 1_000_000);
    for (int i = 0; i < 3000; i++) {
      sent.addAll(batches.add(new ChunkLine("s3://a", "é".repeat(200) + i, 1)));
    }
    assertThat(sent).hasSizeGreaterThan(1);
    assertThat(sent).allMatch(one -> one.added().toString().length() < 1 << 19);
  }
}
