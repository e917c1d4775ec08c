package dev.rota.chunks.model;

import dev.rota.chunks.values.OperatorMark;
import dev.rota.kernel.engine.Deadlines;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.ChangedRows;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The marked workers by name, whether they are part of the network or not (rule 2). */
public final class WorkerMarks {
  /** As many as workers. */
  public static final int MARKS_MAX = 65_535;

  private final Deadlines deadlines;

  /** Few networks have any. */
  private SortedMap<String, OperatorMark> marks = Collections.emptySortedMap();

  private final ChangedRows<String, OperatorMark> rows;

  WorkerMarks(Deadlines deadlines, ChangedRows<String, OperatorMark> rows) {
    this.deadlines = deadlines;
    this.rows = rows;
  }

  /** Returns a worker's mark, or null. */
  public OperatorMark get(String worker) {
    return marks.get(worker);
  }

  public SortedMap<String, OperatorMark> all() {
    return Collections.unmodifiableSortedMap(marks);
  }

  /**
   * Marks a worker.
   *
   * @param mark null: its mark ends
   */
  void put(String worker, OperatorMark mark) {
    restore(worker, mark);
    rows.mark(worker);
  }

  void restore(String worker, OperatorMark mark) {
    marks = marks.isEmpty() ? new TreeMap<>() : marks;
    OperatorMark was = mark == null ? marks.remove(worker) : marks.put(worker, mark);
    deadlines.move(endsAt(was), endsAt(mark), ChunksDeadlineKind.MARK, worker);
  }

  private static long endsAt(OperatorMark mark) {
    return mark == null || mark.until() == null ? Engine.NEVER : mark.until();
  }
}
