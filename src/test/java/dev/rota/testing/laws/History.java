package dev.rota.testing.laws;

import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.Traffic;
import java.util.List;
import java.util.stream.Collectors;

/** What happens to a lane, and the seed that it and all other choices of a law come from. */
record History(long seed, String lane, List<Traffic.Event> events) {
  private static final int SHOWN_MAX = 12;

  static History hostile(Traffic traffic, long seed, int events) {
    String lane = traffic.lanes().get(0);
    return new History(seed, lane, SeededHistories.hostile(traffic, lane, seed, events));
  }

  History with(List<Traffic.Event> others) {
    return new History(seed, lane, others);
  }

  /** Its first events, a line each. */
  String told() {
    return events.stream()
        .limit(SHOWN_MAX)
        .map(e -> "\n  " + e.atMillis() + " " + e.topic() + " " + e.record())
        .collect(Collectors.joining("", "", events.size() > SHOWN_MAX ? "\n  …" : ""));
  }
}
