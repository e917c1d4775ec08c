package dev.rota.chunks.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.live.LivePlacement;
import dev.rota.chunks.queries.ChunksQueries;
import dev.rota.domain.Args;
import dev.rota.domain.Traffic;
import dev.rota.simulate.Histories;
import dev.rota.simulate.LanesInMemory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is kept in memory beside the rows is what a lane that is opened from them has. */
class DerivedStateTest {
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 50);
  private static final String LANE = "mainnet";

  @Test
  void aLaneThatIsReopenedIsEqualToTheOneThatLived() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      LanesInMemory<ChunksState, ChunksInput, ChunksFact> bench =
          new LanesInMemory<>(new ChunksDomain());
      for (Traffic.Event event : Histories.hostile(new ChunksDomain().traffic(), LANE, seed, 300)) {
        bench.take(LANE, event);
        if (random.nextInt(5) == 0) {
          Map<String, Object> lived = derived(bench.lane(LANE).state());
          bench.restart();
          assertThat(derived(bench.lane(LANE).state()))
              .as("seed " + seed + ", after " + event)
              .isEqualTo(lived);
        }
      }
    }
  }

  /** All that is counted, and all that waits. */
  private static Map<String, Object> derived(ChunksState state) {
    Map<String, Object> derived = new LinkedHashMap<>();
    derived.put(
        "answers", ChunksQueries.all().get("check").answer(state, new Args(Map.of())).toString());
    Map<ChunkName, Long> pending = new TreeMap<>();
    state.pending().each(pending::put);
    derived.put("pending", pending);
    derived.put("policies", List.of(state.policy(), state.standingPolicy()));
    derived.put("standing", state.standing());
    derived.put("replication", state.replication());
    derived.put("workers", state.nodes().all());
    derived.put("largest", String.valueOf(state.nodes().largest()));
    derived.put("latest epoch", String.valueOf(state.nodes().latestEpoch()));
    derived.put("what waits for a generation", state.isPending());
    derived.put("deadlines", state.deadlines());
    derived.put("listings", new TreeMap<>(state.listings().all()));
    derived.put("open", state.listings().open());
    derived.put("swept", state.isSwept());
    state
        .datasets()
        .forEach(
            (name, dataset) -> {
              derived.put(name, dataset.shares().toString() + dataset.ranges().all());
              derived.put("standing block of " + name, state.standingBlock(name));
            });
    state
        .inventory()
        .comings()
        .forEach(
            (name, coming) -> {
              derived.put("to come of " + name, new TreeMap<>(coming.told()).toString());
              derived.put("shares to come of " + name, coming.list().shares().toString());
              TreeSet<String> unmarked = new TreeSet<>();
              ((LivePlacement) state.live()).eachUnmarked(name, chunk -> unmarked.add(chunk.id()));
              derived.put("unmarked of " + name, unmarked);
            });
    return derived;
  }
}
