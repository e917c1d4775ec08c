package dev.rota.chunks.model;

import dev.rota.chunks.values.Mark;
import dev.rota.kernel.engine.Deadlines;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.ChangedRows;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The marked workers by name, whether they are part of the network or not (rule 2). */
public final class Marks {
  /** As many as workers. */
  public static final int MARKS_MAX = 65_535;

  private final Deadlines deadlines;

  /** Few networks have any. */
  private SortedMap<String, Mark> marks = Collections.emptySortedMap();

  private final ChangedRows<String, Mark> rows;

  Marks(Deadlines deadlines, ChangedRows<String, Mark> rows) {
    this.deadlines = deadlines;
    this.rows = rows;
  }

  /** Returns a worker's mark, or null. */
  public Mark get(String worker) {
    return marks.get(worker);
  }

  public SortedMap<String, Mark> all() {
    return Collections.unmodifiableSortedMap(marks);
  }

  /**
   * Marks a worker.
   *
   * @param mark null: its mark ends
   */
  void put(String worker, Mark mark) {
    restore(worker, mark);
    rows.mark(worker);
  }

  void restore(String worker, Mark mark) {
    marks = marks.isEmpty() ? new TreeMap<>() : marks;
    Mark was = mark == null ? marks.remove(worker) : marks.put(worker, mark);
    deadlines.move(endsAt(was), endsAt(mark), Due.MARK, worker);
  }

  private static long endsAt(Mark mark) {
    return mark == null || mark.until() == null ? Engine.NEVER : mark.until();
  }
}
