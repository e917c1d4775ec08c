package dev.rota.kernel.domain;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** When bots or workers were heard in history, and when they were silent until they were lost. */
public final class HeartbeatHistory {
  private final Map<String, TreeSet<Long>> heard = new HashMap<>();

  /** When they were last heard before they were lost, and when they came again. */
  private final Map<String, TreeMap<Long, Long>> silences = new HashMap<>();

  /** It is heard. */
  public void heard(String name, long atMillis) {
    heard.computeIfAbsent(name, _ -> new TreeSet<>()).add(atMillis);
    TreeMap<Long, Long> silent = silences.get(name);
    if (silent != null && silent.lastEntry().getValue() == Long.MAX_VALUE) {
      silent.put(silent.lastKey(), atMillis);
    }
  }

  /** It is lost: it was silent since it was last heard. */
  public void lost(String name) {
    TreeSet<Long> all = heard.get(name);
    if (all != null) {
      silences.computeIfAbsent(name, _ -> new TreeMap<>()).put(all.last(), Long.MAX_VALUE);
    }
  }

  /** Returns true if it was heard then, epoch ms. */
  public boolean wasHeard(String name, long atMillis) {
    return heard.containsKey(name) && heard.get(name).contains(atMillis);
  }

  /** Returns true if it was not heard from then on, until it was lost. */
  public boolean isSilent(String name, long atMillis) {
    TreeMap<Long, Long> silent = silences.get(name);
    Map.Entry<Long, Long> before = silent == null ? null : silent.lowerEntry(atMillis);
    return before != null && atMillis < before.getValue();
  }
}
