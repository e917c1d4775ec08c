package dev.rota.chunks.placement.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkAssignment;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.ChunkTable;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementMoves.WorkerMoves;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementResult;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.RestrictionCheck;
import dev.rota.chunks.placement.ScheduleResult;
import dev.rota.kernel.engine.ParallelParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whatever happens to a network, what is kept of it is what the scheduler makes from scratch. */
class LivePlacementLawsTest {
  private static final int HISTORIES = 150;
  private static final int STEPS = 40;
  private static final Map<String, Integer> SEEN = new TreeMap<>();

  @AfterAll
  static void tell() {
    System.out.println("chunks live placement laws: " + SEEN);
    if (Integer.getInteger("rota.seed") == null) {
      assertThat(SEEN.keySet())
          .contains("HEAD BATCH", "HEAD REPAIR", "HEAD left out", "HEAD shortage", "HEAD resized")
          .contains("SEED BATCH", "SEED REPAIR", "SEED shortage", "two passes", "restricted");
    }
  }

  @Test
  void everyStepComesToWhatTheSchedulerMakesFromScratch() {
    Integer one = Integer.getInteger("rota.seed");
    IntStream seeds = one == null ? IntStream.range(0, HISTORIES) : IntStream.of(one);
    seeds.forEach(
        seed -> {
          try {
            new Run(seed).run();
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("-Drota.seed=" + seed, e);
          }
        });
  }

  /** What slots stand for, to be compared. */
  private static final class Told {
    static List<String> of(LivePlacement live, PlacementResult placed) {
      if (placed instanceof PlacementShortage shortage) {
        return List.of(shortage.toString());
      }
      PlacementMoves moves = (PlacementMoves) placed;
      List<String> told = new ArrayList<>();
      told.add(moves.path() + " " + moves.replication() + moves.copies() + " " + moves.leftOut());
      for (WorkerMoves worker : moves.workers()) {
        told.add(worker.worker() + " " + worker.fetchedBytes() + " " + worker.bytes());
        told.add(names(live, worker.added()) + " " + names(live, worker.removed()));
        told.add("again " + names(live, worker.resized()));
      }
      return told;
    }

    static List<ChunkName> names(LivePlacement live, int[] slots) {
      return Arrays.stream(slots).mapToObj(slot -> ChunkName.of(live.chunk(slot))).toList();
    }

    /** Who holds, rejected and skipped what, in the order of turns. */
    static Map<String, List<String>> lanes(LivePlacement live) {
      Map<String, List<String>> sequences = new TreeMap<>();
      for (int i = 0; i < live.passes().size(); i++) {
        LivePass pass = live.passes().get(i);
        sequences.put(i + " waiters", entries(live, pass.waiters));
        for (int number = 0; number < pass.lanes(); number++) {
          if (pass.lane(number) != null) {
            sequences.put(i + " " + pass.worker(number), entries(live, pass.lane(number)));
          }
        }
      }
      return sequences;
    }

    private static List<String> entries(LivePlacement live, WorkerSequence sequence) {
      List<String> entries = new ArrayList<>();
      sequence.each(
          (slot, tag, kind) -> entries.add(live.chunk(slot) + ":" + tag + " " + (kind >>> 30)));
      return entries;
    }
  }

  /** One history, and what a reader of the moves makes of it. */
  private static final class Run {
    private final History history;
    private final long limit;
    private final LivePlacement live;

    /** Made anew now and then, of what is placed: what follows has to be the same. */
    private LivePlacement restarted;

    private SortedMap<ChunkName, Chunk> placed = new TreeMap<>();
    private final Map<PeerId, TreeMap<ChunkName, Long>> folded = new HashMap<>();
    private List<PlacementWorker> workers = List.of();
    private PlacementPolicy policy = PlacementPolicy.DEFAULT;

    Run(int seed) {
      history = new History(seed);
      limit = seed % 4 == 0 ? 10 : RepairPlan.LEAST;
      live = new LivePlacement(limit, ParallelParts.IN_TURN, RestrictionCheck.Counting.CHUNKS);
      restarted = new LivePlacement(limit, ParallelParts.IN_TURN, RestrictionCheck.Counting.CHUNKS);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        if (history.chance(1, 3) && !workers.isEmpty()) {
          restart();
        }
        if (next()) {
          history.goOn();
        } else {
          history.recover(placed, workers, policy);
        }
      }
    }

    private void restart() {
      restarted = new LivePlacement(limit, ParallelParts.IN_TURN, RestrictionCheck.Counting.CHUNKS);
      List<Chunk> all = List.copyOf(placed.values());
      assertThat(restarted.next(new PlacementDemand(all, List.of(), workers, policy)))
          .isInstanceOf(PlacementMoves.class);
    }

    private boolean next() {
      List<Chunk> changed = new ArrayList<>();
      history.chunks.forEach(
          (name, chunk) -> {
            if (!chunk.equals(placed.get(name))) {
              changed.add(chunk);
            }
          });
      List<ChunkName> gone = new ArrayList<>(placed.keySet());
      gone.removeAll(history.chunks.keySet());
      PlacementDemand demand = new PlacementDemand(changed, gone, history.workers, history.policy);
      PlacementResult now = live.next(demand);
      assertThat(Told.of(restarted, restarted.next(demand))).isEqualTo(Told.of(live, now));
      assertThat(Told.lanes(restarted)).isEqualTo(Told.lanes(live));

      ChunkTable table = ChunkTable.of(history.chunks.values());
      ScheduleResult scratch = ChunkScheduler.schedule(table, history.workers, history.policy);
      if (scratch instanceof PlacementShortage) {
        seen("shortage");
        assertThat(now).isEqualTo(scratch);
      } else {
        follow((PlacementMoves) now, (ChunkAssignment) scratch);
        placed = new TreeMap<>(history.chunks);
        workers = List.copyOf(history.workers);
        policy = history.policy;
        for (int i = 0; i < workers.size(); i++) {
          List<ChunkName> names =
              Arrays.stream(((ChunkAssignment) scratch).chunks(i))
                  .mapToObj(at -> ChunkName.of(table.chunk(at)))
                  .toList();
          assertThat(names(live.held(workers.get(i).id()))).isEqualTo(names);
        }
      }
      holdsWhatWasFolded();
      return scratch instanceof ChunkAssignment;
    }

    private void seen(String what) {
      SEEN.merge(history.policy.order() + " " + what, 1, Integer::sum);
    }

    private void follow(PlacementMoves moves, ChunkAssignment scratch) {
      seen(moves.path().name());
      if (live.passes().size() > 1) {
        SEEN.merge("two passes", 1, Integer::sum);
      }
      if (history.chunks.values().stream().anyMatch(chunk -> chunk.leastVersion() != null)) {
        SEEN.merge("restricted", 1, Integer::sum);
      }
      assertThat(moves.replication()).isEqualTo(scratch.replication());
      assertThat(moves.copies()).isEqualTo(scratch.copies());
      assertThat(moves.leftOut()).isEqualTo(scratch.leftOut());
      if (moves.leftOut() > 0) {
        seen("left out");
      }
      moves.workers().forEach(this::fold);
    }

    private void fold(WorkerMoves moves) {
      TreeMap<ChunkName, Long> held = folded.computeIfAbsent(moves.worker(), _ -> new TreeMap<>());
      List<ChunkName> added = names(moves.added());
      List<ChunkName> removed = names(moves.removed());
      List<ChunkName> resized = names(moves.resized());
      assertThat(added).isSorted().doesNotHaveDuplicates().noneMatch(held::containsKey);
      assertThat(removed).isSorted().doesNotHaveDuplicates().allMatch(held::containsKey);
      assertThat(resized)
          .isSorted()
          .doesNotHaveDuplicates()
          .allMatch(name -> held.get(name) != bytes(name))
          .noneMatch(removed::contains);
      removed.forEach(held::remove);
      added.forEach(name -> held.put(name, bytes(name)));
      resized.forEach(name -> held.put(name, bytes(name)));
      if (!resized.isEmpty()) {
        seen("resized");
      }
      assertThat(added.size() + removed.size() + resized.size()).isPositive();
      assertThat(moves.fetchedBytes())
          .isEqualTo(Stream.of(added, resized).flatMap(List::stream).mapToLong(this::bytes).sum());
      assertThat(moves.bytes()).isEqualTo(bytes(held));
    }

    private long bytes(ChunkName name) {
      return history.chunks.get(name).bytes();
    }

    private static long bytes(Map<ChunkName, Long> held) {
      return held.values().stream().mapToLong(Long::longValue).sum();
    }

    private void holdsWhatWasFolded() {
      folded.forEach(
          (id, held) -> {
            assertThat(names(live.held(id))).isEqualTo(List.copyOf(held.keySet()));
            held.forEach((name, size) -> assertThat(size).isEqualTo(placed.get(name).bytes()));
            assertThat(live.bytes(id)).isEqualTo(bytes(held));
          });
      workers.forEach(
          worker -> assertThat(live.bytes(worker.id())).isLessThanOrEqualTo(worker.capacity()));
      assertThat(live.size()).isEqualTo(placed.size());
    }

    private List<ChunkName> names(int[] slots) {
      return Told.names(live, slots);
    }
  }
}
