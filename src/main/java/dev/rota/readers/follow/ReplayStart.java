package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointFinder;
import dev.rota.road.kept.CheckpointMark;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;

/** Where to begin to replay a partition: at a kept checkpoint, or with the first record. */
public final class ReplayStart {
  private final CheckpointFinder starts;

  /** The checkpoints that were looked at so far, the last first, and those before them. */
  private final List<CheckpointMark> kept = new ArrayList<>();

  private final Iterator<CheckpointMark> older;

  /** False: nobody keeps any, or this client may not see them. */
  private final boolean hasCheckpoints;

  private final Domain domain;
  private final TopicPartition ledger;

  /**
   * Looks for the last checkpoint that is kept.
   *
   * @param since whose count
   */
  public ReplayStart(Domain domain, TopicLogs logs, CheckpointChoice since, int partition) {
    this.domain = domain;
    this.ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
    this.starts = new CheckpointFinder(domain, logs, since, partition, ReplayStart::passBy);
    this.hasCheckpoints =
        partition < logs.layout().partitions(RequiredTopics.checkpoints(domain.name()));
    this.older = hasCheckpoints ? starts.lastFirst() : Collections.emptyIterator();
  }

  /**
   * A near checkpoint that is not after this moment of the lane, or the first record. Of a turn it
   * is the nearest if the partition's lanes take their turns evenly.
   *
   * @throws NotInLedger if what comes before the moment is not retained
   */
  public OpenedCheckpoint nearest(String lane, HistoryMoment moment) {
    return nearest(lane, moment, Long.MAX_VALUE);
  }

  /**
   * The same, of those with at most so many turns of all lanes.
   *
   * @throws NotInLedger likewise
   */
  OpenedCheckpoint nearest(String lane, HistoryMoment moment, long turns) {
    long most = turns;
    for (int i = 0; i < kept.size() || older.hasNext(); i++) {
      if (i == kept.size()) {
        kept.add(older.next());
      }
      CheckpointMark one = kept.get(i);
      boolean isLate = one.turns() > most || isLate(one, moment);
      OpenedCheckpoint start = isLate ? null : starts.open(one);
      if (start != null) {
        long last = start.lanes().lastTurn(lane);
        if (!(moment instanceof HistoryMoment.Turn turn) || last <= turn.number()) {
          return start;
        }
        // To open one costs more than some turns: it goes to where the lane should stand.
        most = (long) ((double) one.turns() / last * turn.number());
      }
    }
    return most == turns ? first() : passedBy(lane, ((HistoryMoment.Turn) moment).number(), turns);
  }

  /** Where lanes take their turns unevenly, the oldest may have been passed by. */
  private OpenedCheckpoint passedBy(String lane, long turn, long turns) {
    return kept.stream()
        .filter(one -> one.turns() <= turns)
        .sorted(Comparator.comparingLong(CheckpointMark::turns))
        .map(starts::open)
        .filter(Objects::nonNull)
        .findFirst()
        .filter(start -> start.lanes().lastTurn(lane) <= turn)
        .orElseGet(this::first);
  }

  private static boolean isLate(CheckpointMark kept, HistoryMoment moment) {
    return moment instanceof HistoryMoment.Time time && kept.atMillis() > time.atMillis();
  }

  /** The oldest checkpoint, if the first record is not retained any more. */
  OpenedCheckpoint oldest() {
    List<CheckpointMark> all = starts.isWhole() ? List.of() : starts.retained();
    for (CheckpointMark found : all) {
      OpenedCheckpoint start = starts.open(found);
      if (start != null) {
        return start;
      }
    }
    return first();
  }

  /**
   * Checks that the first record is retained.
   *
   * @throws NotInLedger if it is not
   */
  void checkWhole() {
    if (!starts.isWhole()) {
      throw new NotInLedger(
          "%s: its first record is not there, and a what-if begins with it. A capsule has it if it is cut with --since 1"
              .formatted(ledger));
    }
  }

  private OpenedCheckpoint first() {
    if (starts.isWhole()) {
      return OpenedCheckpoint.first(domain);
    }
    String gone = ledger + ": its beginning is no longer retained, and ";
    throw new NotInLedger(
        hasCheckpoints
            ? gone + "no checkpoint that is old enough holds. Ask for a later moment"
            : gone
                + "this client sees no topic %s. If there is one, it lacks Read on it: 'rota topics acls --role follower' has the right"
                    .formatted(RequiredTopics.checkpoints(domain.name())));
  }

  /**
   * A checkpoint that does not hold is skipped: the next older one is tried. An audit tells of it.
   */
  private static void passBy(String where, String expected, String found) {
    // Nothing is missing as long as a beginning is found.
  }
}
