package dev.rota.kernel.ledger;

import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.Table;
import dev.rota.kernel.table.Tables;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The deadlines of a lane on which the rules failed. They stay pending and do not fire until the
 * rules' version changes.
 *
 * <pre>
 * 0  300 alarm bell  -> 1, the version of the rules that failed
 * </pre>
 */
public final class SetAside implements Predicate<Deadline> {
  private static final int TABLE = 0;
  private static final Codec<Deadline> DEADLINE =
      Codec.of(
          (deadline, fields) ->
              fields
                  .sortedLong(deadline.atMillis())
                  .sortedText(deadline.kind())
                  .sortedText(deadline.id()),
          fields -> new Deadline(fields.sortedLong(), fields.sortedText(), fields.sortedText()));

  private final Table<Deadline, Long> table;
  private SortedMap<Deadline, Long> rulesByDeadline = Collections.emptySortedMap();

  /** Reads a lane's own. */
  public SetAside(Tables tables) {
    table = tables.open(TABLE, DEADLINE, Codec.LONG);
    table.rebuild(this::know);
  }

  @Override
  public boolean test(Deadline deadline) {
    return !rulesByDeadline.isEmpty() && rulesByDeadline.containsKey(deadline);
  }

  boolean isEmpty() {
    return rulesByDeadline.isEmpty();
  }

  void add(Deadline deadline, int rules) {
    know(deadline, (long) rules);
    table.put(deadline, (long) rules);
  }

  /** Few lanes ever have one, so that the map is made for the first. */
  private void know(Deadline deadline, long rules) {
    if (rulesByDeadline.isEmpty()) {
      rulesByDeadline = new TreeMap<>();
    }
    rulesByDeadline.put(deadline, rules);
  }

  /** New rules may succeed: deadlines that other rules set aside are due again. */
  void tryAgain(int rules) {
    if (!rulesByDeadline.isEmpty()) {
      removeIf(deadline -> rulesByDeadline.get(deadline) != rules);
    }
  }

  /** Forgets cancelled deadlines, so that they fire if they are set again. */
  <S> void forgetGone(Engine<? super S, ?, ?> engine, S state) {
    if (rulesByDeadline.isEmpty()) {
      return;
    }
    long last = rulesByDeadline.lastKey().atMillis();
    Set<Deadline> pending = new HashSet<>();
    for (Deadline next = engine.nextDeadline(state, null);
        next != null && next.atMillis() <= last;
        next = engine.nextDeadline(state, next)) {
      pending.add(next);
    }
    removeIf(deadline -> !pending.contains(deadline));
  }

  private void removeIf(Predicate<Deadline> gone) {
    for (Deadline deadline : List.copyOf(rulesByDeadline.keySet())) {
      if (gone.test(deadline)) {
        rulesByDeadline.remove(deadline);
        table.remove(deadline);
      }
    }
  }
}
