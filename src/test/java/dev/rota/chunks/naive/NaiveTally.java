package dev.rota.chunks.naive;

import java.util.Map;
import java.util.TreeMap;

/** How much was compared, and how often each kind of it: what a history never gets to is seen. */
final class NaiveTally {
  private final Map<String, Integer> seen = new TreeMap<>();
  private int histories;
  private int turns;

  void history() {
    histories++;
  }

  void turn() {
    turns++;
  }

  void count(String what) {
    seen.merge(what, 1, Integer::sum);
  }

  int histories() {
    return histories;
  }

  int turns() {
    return turns;
  }

  Map<String, Integer> seen() {
    return seen;
  }

  @Override
  public String toString() {
    StringBuilder told =
        new StringBuilder(histories + " histories, " + turns + " turns, all equal");
    seen.forEach((what, times) -> told.append("\n  ").append(times).append(' ').append(what));
    return told.toString();
  }
}
