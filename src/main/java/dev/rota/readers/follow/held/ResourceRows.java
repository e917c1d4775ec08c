package dev.rota.readers.follow.held;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a resource: as many as it had assignments at the same time. One that begins takes the
 * lowest free one. Not thread-safe.
 */
final class ResourceRows {
  private final String id;
  private final List<AssignedRow> rows = new ArrayList<>(1);
  private final Map<String, AssignedRow> byThing = new HashMap<>(2);
  private final BitSet busy = new BitSet();
  private int ended;

  ResourceRows(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  List<AssignedRow> rows() {
    return rows;
  }

  boolean runs(String thing) {
    return byThing.containsKey(thing);
  }

  void begin(RunningBar bar) {
    int free = busy.nextClearBit(0);
    if (free == rows.size()) {
      rows.add(new AssignedRow(this, free));
    }
    busy.set(free);
    rows.get(free).run(bar);
    byThing.put(bar.thing(), rows.get(free));
  }

  /** The row in which a thing runs; null: it does not. It is about to end. */
  AssignedRow takeOut(String thing) {
    AssignedRow row = byThing.remove(thing);
    if (row != null) {
      busy.clear(row.number());
      ended++;
    }
    return row;
  }

  void forgetFirst(AssignedRow row) {
    row.forgetFirst();
    ended--;
  }

  /** Returns true if nothing of it is held. */
  boolean isEmpty() {
    return ended == 0 && byThing.isEmpty();
  }
}
