package dev.rota.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.client.AssignedChunks.WrongSet;
import dev.rota.lab.traffic.chunks.NetworkObserver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A storage worker's set, one scenario each. */
final class AssignedChunksTest {
  static {
    GeneratedClasses.trust();
  }

  private static final ChunkRef A = chunk("a", 1);
  private static final ChunkRef B = chunk("b", 2);
  private static final ChunkRef C = chunk("c", 3);

  private static ChunkRef chunk(String name, long bytes) {
    return new ChunkRef("s3://d", name, bytes);
  }

  private static WorkerAssignment.Builder record(long generation, int part, int parts) {
    return WorkerAssignment.newBuilder()
        .setNetwork("n")
        .setAt(0)
        .setWorker("w")
        .setReliable(true)
        .setGeneration(generation)
        .setPart(part)
        .setParts(parts)
        .setDigest("");
  }

  /** The digest as the tests' own observer has it. */
  private static String digest(ChunkRef... set) {
    return NetworkObserver.digest(Arrays.asList(set));
  }

  private static AssignedChunks snapshot(long generation, ChunkRef... chunks) throws WrongSet {
    TreeMap<Integer, WorkerAssignment> parts = new TreeMap<>();
    for (int i = 0; i < chunks.length; i++) {
      parts.put(
          i,
          record(generation, i, chunks.length)
              .setSnapshot(true)
              .setAdded(List.of(chunks[i]))
              .setDigest(digest(chunks))
              .build());
    }
    assertThat(AssignedChunks.isWhole(parts)).isTrue();
    return AssignedChunks.of(parts, true);
  }

  @Test
  void aChangeInPartsCountsWithItsLast() throws WrongSet {
    AssignedChunks set = snapshot(4, A, B);
    ChunkRef larger = chunk("b", 20);

    assertThat(set.take(record(6, 0, 2).setRemoved(List.of(A)).build(), true)).isNull();
    StorageChange change =
        set.take(
            record(6, 1, 2)
                .setAdded(List.of(C))
                .setResized(List.of(larger))
                .setDigest(digest(larger, C))
                .build(),
            true);

    assertThat(change)
        .isEqualTo(new StorageChange(false, 6, 0, List.of(C), List.of(A), List.of(larger)));
    assertThat(set.whole(7).added()).containsExactlyInAnyOrder(larger, C);
  }

  @Test
  void whatTheSnapshotHasIsNotTakenAgain() throws WrongSet {
    AssignedChunks set = snapshot(4, B);

    assertThat(set.take(record(3, 0, 2).setAdded(List.of(A)).build(), true)).isNull();
    assertThat(set.take(record(3, 1, 2).setAdded(List.of(C)).build(), true)).isNull();
    assertThat(set.take(record(4, 1, 2).setRemoved(List.of(B)).build(), true)).isNull();
    assertThat(set.take(record(5, 0, 1).setSnapshot(true).build(), true)).isNull();
    assertThat(set.whole(0).added()).containsExactly(B);
  }

  @Test
  void aMissingRecordIsNoticed() throws WrongSet {
    AssignedChunks set = snapshot(4, A);
    assertThatExceptionOfType(WrongSet.class)
        .isThrownBy(() -> set.take(record(6, 1, 2).setAdded(List.of(C)).build(), true))
        .withMessage("part 1 of generation 6 comes after 0 parts");

    AssignedChunks other = snapshot(4, A);
    assertThatExceptionOfType(WrongSet.class)
        .isThrownBy(
            () ->
                other.take(
                    record(6, 0, 1).setAdded(List.of(C)).setDigest(digest(A, B, C)).build(), true))
        .withMessageStartingWith("the digest of generation 6 is ");
  }

  @Test
  void aSnapshotOfTwoGenerationsIsNotWhole() {
    TreeMap<Integer, WorkerAssignment> parts = new TreeMap<>();
    assertThat(AssignedChunks.isWhole(parts)).isFalse();
    parts.put(0, record(5, 0, 2).setSnapshot(true).build());
    assertThat(AssignedChunks.isWhole(parts)).isFalse();
    parts.put(1, record(4, 1, 2).setSnapshot(true).build());
    assertThat(AssignedChunks.isWhole(parts)).isFalse();
    parts.put(1, record(5, 1, 2).setSnapshot(true).build());
    assertThat(AssignedChunks.isWhole(parts)).isTrue();
  }

  @Test
  void anEmptySetHasADigest() throws WrongSet {
    List<WorkerAssignment> one = new ArrayList<>();
    one.add(record(0, 0, 1).setSnapshot(true).setDigest("0".repeat(32)).build());
    TreeMap<Integer, WorkerAssignment> parts = new TreeMap<>();
    parts.put(0, one.get(0));
    assertThat(AssignedChunks.of(parts, true).whole(0).added()).isEmpty();
  }
}
