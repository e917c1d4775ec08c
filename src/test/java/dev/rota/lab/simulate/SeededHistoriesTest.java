package dev.rota.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.CoresDomain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeededHistoriesTest {
  private static final int SEEDS = 60;

  private final Traffic traffic = DomainTraffic.of(new CoresDomain());

  @Test
  void equalSeedsMakeEqualHistories() {
    assertThat(SeededHistories.hostile(traffic, "polkadot", 3, 400))
        .isEqualTo(SeededHistories.hostile(traffic, "polkadot", 3, 400))
        .isNotEqualTo(SeededHistories.hostile(traffic, "polkadot", 4, 400))
        .isNotEqualTo(SeededHistories.hostile(traffic, "kusama", 3, 400));
  }

  @Test
  void theSeedPicksTheMixAsWellAsTheMoves() {
    Set<Set<String>> mixes = new HashSet<>();
    Set<String> all = new TreeSet<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      Set<String> mix = faults(SeededHistories.hostile(traffic, "polkadot", seed, 400));
      mixes.add(mix);
      all.addAll(mix);
    }
    assertThat(mixes).hasSizeGreaterThan(SEEDS / 2).doesNotContain(all);
    assertThat(all)
        .containsExactly(
            "ahead",
            "burst",
            "clock jump",
            "cores out of order",
            "early time out",
            "frozen",
            "invalid session",
            "late",
            "lost",
            "number gap",
            "number out of range",
            "odd collator",
            "odd cores",
            "odd session",
            "other rules",
            "sent again",
            "sent twice",
            "stale number",
            "swapped",
            "unknown para",
            "unknown reason",
            "unreadable");
  }

  @Test
  void someSeedsAreCalm() {
    assertThat(LongStream.rangeClosed(1, 200))
        .anyMatch(
            seed -> faults(SeededHistories.hostile(traffic, "polkadot", seed, 200)).isEmpty());
  }

  @Test
  void lanesBeyondTheDomainsOwnAreNamedAfterThem() {
    assertThat(SeededHistories.lanes(traffic, 6))
        .containsExactly("polkadot", "kusama", "westend", "paseo", "polkadot-4", "kusama-5");
  }

  private static Set<String> faults(List<Traffic.Event> events) {
    return events.stream()
        .map(Traffic.Event::fault)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
