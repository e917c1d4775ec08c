package dev.rota.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domain.Traffic;
import dev.rota.ledger.Published;
import dev.rota.simulate.Bench;
import dev.rota.simulate.Histories;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * What networks publish under hostile histories, held to what a reader of the topics may count on.
 * The engine has no say in it.
 */
class NetworkWatchTest {
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 50);
  private static final int EVENTS = 300;

  /** Of a history in which much is fetched. */
  private static final long SEED = 5;

  @Test
  void everyWorkersDeltasFoldToTheDigestThatCameWithThem() {
    long generations = 0;
    long deltas = 0;
    long snapshots = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      NetworkWatch watch = watch(records(seed));
      assertThat(watch.wrong()).as("seed %d", seed).isEmpty();
      generations += watch.generation();
      deltas += watch.deltas();
      snapshots += watch.snapshots();
    }
    System.out.printf(
        "networks watched: %d seeds, %d generations, %d deltas, %d snapshots%n",
        SEEDS, generations, deltas, snapshots);
    assertThat(generations).isPositive();
    assertThat(deltas).isPositive();
    assertThat(snapshots).isPositive();
  }

  @Test
  void aDeltaThatGetsLostIsSeen() {
    assertThat(red(records -> records.remove(indexOfADelta(records)))).isNotEmpty();
  }

  @Test
  void aDeltaThatComesTwiceIsSeen() {
    assertThat(
            red(
                records -> {
                  int at = indexOfADelta(records);
                  records.add(at, records.get(at));
                }))
        .anyMatch(wrong -> wrong.contains("fetches what it has"));
  }

  @Test
  void aChunkThatNobodyWasToldOfIsSeen() {
    assertThat(
            red(
                records -> {
                  int at = indexOfADelta(records);
                  WorkerAssignment whole = (WorkerAssignment) records.get(at);
                  List<ChunkRef> added = new ArrayList<>(whole.getAdded());
                  added.remove(0);
                  records.set(at, WorkerAssignment.newBuilder(whole).setAdded(added).build());
                }))
        .anyMatch(wrong -> wrong.contains("digests to"));
  }

  @Test
  void aGenerationThatGetsLostIsSeen() {
    assertThat(red(records -> records.removeIf(NetworkWatchTest::isSecond)))
        .anyMatch(wrong -> wrong.contains("is told of") || wrong.contains("after"));
  }

  private static boolean isSecond(SpecificRecord record) {
    return record instanceof NetworkOutcome outcome
        && outcome.getGeneration() == 2
        && outcome.getEvent() instanceof NetworkStatus;
  }

  private static int indexOfADelta(List<SpecificRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i) instanceof WorkerAssignment assignment
          && !assignment.getSnapshot()
          && !assignment.getAdded().isEmpty()) {
        return i;
      }
    }
    throw new AssertionError("nothing is fetched");
  }

  private static List<String> red(Consumer<List<SpecificRecord>> mutation) {
    List<SpecificRecord> records = records(SEED);
    mutation.accept(records);
    return watch(records).wrong();
  }

  private static NetworkWatch watch(List<SpecificRecord> records) {
    NetworkWatch watch = new NetworkWatch();
    records.forEach(watch::see);
    return watch;
  }

  private static List<SpecificRecord> records(long seed) {
    ChunksDomain domain = new ChunksDomain();
    Bench<ChunksState, ChunksInput, ChunksFact> bench = new Bench<>(domain);
    List<SpecificRecord> records = new ArrayList<>();
    for (Traffic.Event event : Histories.hostile(domain.traffic(), "mainnet", seed, EVENTS)) {
      for (Published output : bench.take("mainnet", event).published()) {
        if (output.record() != null) {
          records.add(output.record());
        }
      }
    }
    return records;
  }
}
