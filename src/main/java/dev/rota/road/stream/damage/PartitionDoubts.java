package dev.rota.road.stream.damage;

import dev.rota.kernel.ledger.DamagedRows;
import dev.rota.kernel.ledger.RulesFault;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the tasks of this process have taught about their partitions before they are opened: those
 * that failed, and those whose rows were restored. Thread-safe.
 */
public final class PartitionDoubts {
  private final Set<Integer> rows = ConcurrentHashMap.newKeySet();
  private final Set<Integer> turns = ConcurrentHashMap.newKeySet();
  private final Set<Integer> changelogs = ConcurrentHashMap.newKeySet();

  /** The partition's task fails for this reason. */
  public void note(int partition, RuntimeException fault) {
    if (fault instanceof DamagedRows) {
      rows.add(partition);
    }
    if (fault instanceof RulesFault.UnsavedTurns) {
      turns.add(partition);
    }
  }

  /**
   * The partition's rows on the disk are restored from an offset of their changelog to its end.
   * Kafka Streams takes rows for restored that are ahead of it, unless it learns in time that there
   * is no such offset.
   */
  public void restores(int partition, long from, long end) {
    if (from > end) {
      changelogs.add(partition);
    } else {
      changelogs.remove(partition);
    }
  }

  /** Returns true if its changelog ends before its rows: it was deleted or cut. */
  public boolean ofChangelog(int partition) {
    return changelogs.contains(partition);
  }

  /** Returns true if its rows were damaged: all are to be compared before they are used. */
  public boolean ofRows(int partition) {
    return rows.contains(partition);
  }

  /** Returns true if a turn could not be saved with its page: each is to be saved alone. */
  public boolean ofTurns(int partition) {
    return turns.contains(partition);
  }

  /** The partition is open, with these doubts in mind. */
  public void forget(int partition) {
    rows.remove(partition);
    turns.remove(partition);
    changelogs.remove(partition);
  }
}
