package dev.rota.lab.traffic.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.FactorLimit;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerPing;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * What networks publish under hostile histories, held to what a reader of the topics may count on.
 * The engine has no say in it; and whatever an engine could get wrong, the reader sees.
 */
class NetworkObserverTest {
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 50);
  private static final int EVENTS = 300;
  private static final long DAY = 86_400_000;

  /** Of a history in which much is fetched. */
  private static final long SEED = 5;

  private record Turn(Traffic.Event input, List<Output> outputs) {}

  @Test
  void everyWorkersDeltasFoldToTheDigestThatCameWithThem() {
    long generations = 0;
    long deltas = 0;
    long snapshots = 0;
    long kept = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      NetworkObserver observer = watch(turns(seed));
      assertThat(observer.wrong()).as("seed %d", seed).isEmpty();
      generations += observer.generation();
      deltas += observer.deltas();
      snapshots += observer.snapshots();
      kept += observer.keptSets();
    }
    System.out.printf(
        "networks watched: %d seeds, %d generations, %d deltas, %d snapshots, %d kept sets%n",
        SEEDS, generations, deltas, snapshots, kept);
    assertThat(generations).isPositive();
    assertThat(deltas).isPositive();
    assertThat(snapshots).isPositive();
    assertThat(kept).isPositive();
  }

  @Test
  void aDeltaThatGetsLostIsSeen() {
    assertThat(red(turns -> edit(turns, NetworkObserverTest::isFetched, List::remove)))
        .isNotEmpty();
  }

  @Test
  void aDeltaThatComesTwiceIsSeen() {
    assertThat(
            red(
                turns ->
                    edit(
                        turns,
                        NetworkObserverTest::isFetched,
                        (outputs, at) -> outputs.add(at, outputs.get(at)))))
        .anyMatch(wrong -> wrong.contains("fetches what it has"));
  }

  @Test
  void aChunkThatNobodyWasToldOfIsSeen() {
    assertThat(
            red(
                turns ->
                    change(
                        turns,
                        NetworkObserverTest::isFetched,
                        record -> {
                          WorkerAssignment told = (WorkerAssignment) record;
                          List<ChunkRef> fewer = new ArrayList<>(told.getAdded());
                          fewer.remove(0);
                          set(told, "added", fewer);
                        })))
        .anyMatch(wrong -> wrong.contains("digests to"));
  }

  @Test
  void aResizedChunkThatNobodyWasToldOfIsSeen() {
    assertThat(
            red(
                turns ->
                    change(
                        turns,
                        record ->
                            record instanceof WorkerAssignment told && !told.getResized().isEmpty(),
                        record -> set(record, "resized", List.of()))))
        .anyMatch(wrong -> wrong.contains("digests to"))
        .anyMatch(wrong -> wrong.contains("is also held as") || wrong.contains("more bytes"));
  }

  @Test
  void aGenerationThatGetsLostIsSeen() {
    assertThat(
            red(
                turns ->
                    turns.forEach(turn -> turn.outputs.removeIf(NetworkObserverTest::isSecond))))
        .anyMatch(wrong -> wrong.contains("is told of") || wrong.contains("after"));
  }

  @Test
  void fewerCopiesThanAreWantedWithoutAReasonAreSeen() {
    assertThat(
            red(
                turns ->
                    change(
                        turns,
                        record ->
                            status(record) != null
                                && status(record).getDatasets().stream()
                                    .anyMatch(d -> d.getLimit() == FactorLimit.WORKERS),
                        record ->
                            status(record)
                                .getDatasets()
                                .forEach(dataset -> set(dataset, "limit", FactorLimit.NONE)))))
        .anyMatch(wrong -> wrong.contains("nothing is said of"));
  }

  /** As if pings counted when they are read: these were sent a day before. */
  @Test
  void aWorkerThatIsOnlineByAnOldPingIsSeen() {
    assertThat(
            red(
                turns ->
                    turns.replaceAll(
                        turn ->
                            turn.input.record() instanceof WorkerPing
                                ? new Turn(
                                    new Traffic.Event(
                                        turn.input.topic(),
                                        turn.input.atMillis() - DAY,
                                        turn.input.record()),
                                    turn.outputs)
                                : turn)))
        .anyMatch(wrong -> wrong.contains("pinged last at"))
        .anyMatch(wrong -> wrong.contains("by a ping of"));
  }

  @Test
  void aSnapshotThatIsNotThereIsSeen() {
    assertThat(
            red(
                turns ->
                    turns.forEach(
                        turn ->
                            turn.outputs.removeIf(
                                output ->
                                    output.channel() == Channel.SNAPSHOTS
                                        && output.record() != null))))
        .anyMatch(wrong -> wrong.contains("whole sets are kept of []"));
  }

  @Test
  void aSnapshotOfAWorkerThatLeftIsSeen() {
    assertThat(
            red(
                turns ->
                    turns.forEach(
                        turn -> turn.outputs.removeIf(output -> output.record() == null))))
        .anyMatch(wrong -> wrong.contains("whole sets are kept of"));
  }

  private static boolean isSecond(Output output) {
    return output.record() instanceof NetworkOutcome outcome
        && outcome.getGeneration() == 2
        && outcome.getEvent() instanceof NetworkStatus;
  }

  private static boolean isFetched(SpecificRecord record) {
    return record instanceof WorkerAssignment told
        && !told.getSnapshot()
        && !told.getAdded().isEmpty();
  }

  /** Null: the record is none. */
  private static NetworkStatus status(SpecificRecord record) {
    return record instanceof NetworkOutcome outcome
            && outcome.getEvent() instanceof NetworkStatus status
        ? status
        : null;
  }

  private static void set(SpecificRecord record, String field, Object value) {
    record.put(record.getSchema().getField(field).pos(), value);
  }

  private interface Edit {
    void at(List<Output> outputs, int index);
  }

  private static void change(
      List<Turn> turns, Predicate<SpecificRecord> which, Consumer<SpecificRecord> change) {
    edit(turns, which, (outputs, at) -> change.accept(outputs.get(at).record()));
  }

  /** The first record of that kind. */
  private static void edit(List<Turn> turns, Predicate<SpecificRecord> which, Edit edit) {
    for (Turn turn : turns) {
      for (int i = 0; i < turn.outputs.size(); i++) {
        if (which.test(turn.outputs.get(i).record())) {
          edit.at(turn.outputs, i);
          return;
        }
      }
    }
    throw new NoSuchElementException("of such records");
  }

  /** In the first history in which there is something to mutate. */
  private static List<String> red(Consumer<List<Turn>> mutation) {
    for (long seed = SEED; seed < SEED + SEEDS; seed++) {
      List<Turn> turns = turns(seed);
      if (mutates(mutation, turns)) {
        return watch(turns).wrong();
      }
    }
    throw new AssertionError("no history has such records");
  }

  private static boolean mutates(Consumer<List<Turn>> mutation, List<Turn> turns) {
    try {
      mutation.accept(turns);
      return true;
    } catch (NoSuchElementException nothing) {
      return false;
    }
  }

  private static NetworkObserver watch(List<Turn> turns) {
    NetworkObserver observer = new NetworkObserver();
    turns.forEach(turn -> observer.see(turn.input, turn.outputs));
    return observer;
  }

  private static List<Turn> turns(long seed) {
    ChunksDomain domain = new ChunksDomain();
    LanesInMemory bench = new LanesInMemory(domain);
    List<Turn> turns = new ArrayList<>();
    for (Traffic.Event event :
        SeededHistories.hostile(DomainTraffic.of(domain), "mainnet", seed, EVENTS)) {
      List<Output> outputs = bench.take("mainnet", event).published();
      turns.add(new Turn(event, new ArrayList<>(outputs)));
    }
    return turns;
  }
}
