package dev.rota.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Moves.WorkerMoves;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
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

  /** One history, and what a reader of the moves makes of it. */
  private static final class Run {
    private final History history;
    private final LivePlacement live = new LivePlacement();
    private SortedMap<ChunkName, Chunk> placed = new TreeMap<>();
    private final Map<PeerId, TreeSet<ChunkName>> folded = new HashMap<>();
    private List<Worker> workers = List.of();
    private PlacementPolicy policy = PlacementPolicy.DEFAULT;

    Run(int seed) {
      history = new History(seed);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        if (next()) {
          history.goOn();
        } else {
          history.recover(placed, workers, policy);
        }
      }
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
      Placed now = live.next(new Demand(changed, gone, history.workers, history.policy));

      ChunkTable table = ChunkTable.of(history.chunks.values());
      Scheduled scratch = Scheduler.schedule(table, history.workers, history.policy);
      if (scratch instanceof Shortage) {
        seen("shortage");
        assertThat(now).isEqualTo(scratch);
      } else {
        follow((Moves) now, (Assignment) scratch);
        placed = new TreeMap<>(history.chunks);
        workers = List.copyOf(history.workers);
        policy = history.policy;
        for (int i = 0; i < workers.size(); i++) {
          List<ChunkName> names =
              Arrays.stream(((Assignment) scratch).chunks(i))
                  .mapToObj(at -> ChunkName.of(table.chunk(at)))
                  .toList();
          assertThat(names(live.held(workers.get(i).id()))).isEqualTo(names);
        }
      }
      holdsWhatWasFolded();
      return scratch instanceof Assignment;
    }

    private void seen(String what) {
      SEEN.merge(history.policy.order() + " " + what, 1, Integer::sum);
    }

    private void follow(Moves moves, Assignment scratch) {
      seen(moves.path().name());
      assertThat(moves.replication()).isEqualTo(scratch.replication());
      assertThat(moves.copies()).isEqualTo(scratch.copies());
      assertThat(moves.leftOut()).isEqualTo(scratch.leftOut());
      if (moves.leftOut() > 0) {
        seen("left out");
      }
      moves.workers().forEach(this::fold);
    }

    private void fold(WorkerMoves moves) {
      TreeSet<ChunkName> held = folded.computeIfAbsent(moves.worker(), id -> new TreeSet<>());
      List<ChunkName> added = names(moves.added());
      List<ChunkName> removed = names(moves.removed());
      assertThat(added).isSorted().doesNotHaveDuplicates().noneMatch(held::contains);
      assertThat(removed).isSorted().doesNotHaveDuplicates().allMatch(held::contains);
      removed.forEach(held::remove);
      held.addAll(added);
      assertThat(added.size() + removed.size()).isPositive();
      assertThat(moves.addedBytes())
          .isEqualTo(added.stream().mapToLong(name -> history.chunks.get(name).bytes()).sum());
      assertThat(moves.bytes())
          .isEqualTo(held.stream().mapToLong(name -> history.chunks.get(name).bytes()).sum());
    }

    private void holdsWhatWasFolded() {
      folded.forEach(
          (id, names) -> {
            assertThat(names(live.held(id))).isEqualTo(List.copyOf(names));
            assertThat(live.bytes(id))
                .isEqualTo(names.stream().mapToLong(name -> placed.get(name).bytes()).sum());
          });
      workers.forEach(
          worker -> assertThat(live.bytes(worker.id())).isLessThanOrEqualTo(worker.capacity()));
      assertThat(live.size()).isEqualTo(placed.size());
    }

    private List<ChunkName> names(int[] slots) {
      return Arrays.stream(slots).mapToObj(slot -> ChunkName.of(live.chunk(slot))).toList();
    }
  }
}
