package dev.rota.cores.naive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Section 7 as a reader of the outcomes sees it: what each claim may become, and how it ends. */
final class NaiveCoresLives {
  private static final Map<String, Set<String>> MAY_FOLLOW =
      Map.of(
          "QUEUED", Set.of("SCHEDULED", "DROPPED"),
          "RETURNED", Set.of("SCHEDULED", "DROPPED"),
          "SCHEDULED", Set.of("OCCUPIED", "RETURNED", "DROPPED"),
          "OCCUPIED", Set.of("CONCLUDED", "RETURNED", "DROPPED"),
          "CONCLUDED", Set.of(),
          "DROPPED", Set.of());

  private final Map<String, String> latest = new TreeMap<>();

  void follow(Map<String, Object> outcome) {
    String claim = (String) outcome.get("collator");
    if (claim == null) {
      return;
    }
    String now = (String) outcome.get("outcome");
    String before = latest.put(claim, now);
    if (before == null) {
      assertThat(now).as("the first outcome of %s", claim).isEqualTo("QUEUED");
    } else {
      assertThat(MAY_FOLLOW.get(before)).as("%s after %s", claim, before).contains(now);
    }
  }

  /** Whoever has not ended is somewhere, and where its latest outcome says. */
  void check(NaiveCores chain) {
    TreeMap<String, String> held = new TreeMap<>();
    chain.queue.forEach(waiting -> held.put(waiting.claim().collator(), "waits"));
    chain.scheduled.stream()
        .filter(entry -> entry.held().isClaim())
        .forEach(entry -> held.put(entry.held().collator(), "SCHEDULED"));
    chain.cores.stream()
        .filter(Objects::nonNull)
        .filter(busy -> busy.held().isClaim())
        .forEach(busy -> held.put(busy.held().collator(), "OCCUPIED"));
    TreeMap<String, String> told = new TreeMap<>(latest);
    told.values().removeIf(List.of("CONCLUDED", "DROPPED")::contains);
    told.replaceAll(
        (_, outcome) -> Set.of("QUEUED", "RETURNED").contains(outcome) ? "waits" : outcome);
    assertThat(told).isEqualTo(held);
    if (chain.guide()) {
      assertThat(new TreeSet<>(chain.index))
          .as("GUIDE: the index is what is alive")
          .isEqualTo(
              Stream.of(
                      chain.queue.stream().map(NaiveCores.Waiting::claim),
                      chain.scheduled.stream().map(NaiveCores.Entry::held),
                      chain.cores.stream().filter(Objects::nonNull).map(NaiveCores.Busy::held))
                  .flatMap(held2 -> held2)
                  .filter(NaiveCores.Held::isClaim)
                  .map(NaiveCores.Held::para)
                  .collect(java.util.stream.Collectors.toCollection(TreeSet::new)));
    }
  }
}
