package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.bench.BenchmarkLoad;
import dev.rota.lab.bench.MemoryFigures;
import dev.rota.lab.bench.RoadBench;
import dev.rota.lab.bench.follow.FollowBench;
import dev.rota.lab.bench.follow.FollowBench.Cost;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code rota bench follow}: what a follower costs beside the topology that decided.
 *
 * @param rounds measured ones, after one that warms up
 */
record FollowRun(RootCommand root, BenchmarkLoad load, int rounds) {
  private static final double MIB = 1 << 20;

  ExitCode on(RoadBench bench, FollowBench follower) throws IOException {
    List<Double> decided = new ArrayList<>();
    List<Cost> followed = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      ProgressDisplay.of(root, "filled", bench::fill);
      double road = ProgressDisplay.of(root, "decided", bench::road).inputsPerSecond();
      Cost cost = ProgressDisplay.of(root, "followed", follower::run);
      if (round > 0) {
        decided.add(road);
        followed.add(cost);
      }
    }
    ProgressDisplay.of(root, "filled", bench::fill);
    MemoryFigures topology = ProgressDisplay.of(root, "decided", bench::roadMemory);
    Cost last = ProgressDisplay.of(root, "followed", follower::run);
    decided.sort(null);
    followed.sort(Comparator.comparingDouble(Cost::turnsPerSecond));
    print(decided.get(rounds / 2), followed.get(rounds / 2), topology, last);
    return ExitCode.OK;
  }

  private void print(double road, Cost followed, MemoryFigures topology, Cost last)
      throws IOException {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("bench", "follow");
    raw.put("load", load);
    raw.put("roadInputsPerSecond", road);
    raw.put("followedPerSecond", followed.turnsPerSecond());
    raw.put("ratio", followed.turnsPerSecond() / road);
    raw.put("roadMemory", topology);
    raw.put("followerHeapBytes", last.heapBytes());
    root.report(
        new ObjectMapper().writeValueAsString(raw),
        List.of(
            format(
                "follower: %.0f turns/s, %.1f times the road's inputs/s of %.0f",
                followed.turnsPerSecond(), followed.turnsPerSecond() / road, road),
            format(
                "memory: follower %.1f MiB of heap after %d turns, %.2f times the topology's %.1f"
                    + " MiB (%.1f of heap, %.1f of RocksDB)",
                last.heapBytes() / MIB,
                last.turns(),
                (double) last.heapBytes() / topology.bytes(),
                topology.bytes() / MIB,
                topology.heapBytes() / MIB,
                topology.storesBytes() / MIB)));
  }

  private static String format(String form, Object... of) {
    return String.format(Locale.ROOT, form, of);
  }
}
