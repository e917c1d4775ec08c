package dev.rota.follow;

import dev.rota.audit.kept.FoundCheckpoint;
import dev.rota.audit.kept.Since;
import dev.rota.audit.kept.Start;
import dev.rota.audit.kept.Starts;
import dev.rota.audit.logs.Logs;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.topics.Topics;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Where to begin to decide a partition again: at a kept checkpoint, or with the first record. */
public final class Beginning<S extends State, I, F extends Fact<S>> {
  private final Starts<S, I, F> starts;
  private final List<FoundCheckpoint> kept;
  private final TopicPartition ledger;

  /**
   * Reads what checkpoints are kept.
   *
   * @param since whose count
   */
  public Beginning(Domain<S, I, F> domain, Logs logs, Since since, int partition) {
    this.ledger = new TopicPartition(Topics.ledger(domain.name()), partition);
    this.starts = new Starts<>(domain, logs, since, partition, new Ignored());
    boolean some = partition < logs.layout().partitions(Topics.checkpoints(domain.name()));
    this.kept = some ? starts.all() : List.of();
  }

  /**
   * The newest checkpoint that is not behind this moment of the lane; empty: the first record.
   *
   * @throws NotKnown if what comes before the moment is not retained
   */
  public Optional<Start<S, I, F>> nearest(String lane, Moment moment) {
    return nearest(lane, moment, Long.MAX_VALUE);
  }

  /**
   * The same, of those with at most so many turns of all lanes.
   *
   * @throws NotKnown likewise
   */
  Optional<Start<S, I, F>> nearest(String lane, Moment moment, long turns) {
    for (int i = kept.size() - 1; i >= 0; i--) {
      boolean late = kept.get(i).kept().turns() > turns;
      Start<S, I, F> start = late ? null : fits(kept.get(i), lane, moment);
      if (start != null) {
        return Optional.of(start);
      }
    }
    return first();
  }

  /** The oldest checkpoint, if the first record is not retained any more. */
  Optional<Start<S, I, F>> oldest() {
    for (FoundCheckpoint found : starts.isWhole() ? List.<FoundCheckpoint>of() : kept) {
      Start<S, I, F> start = starts.open(found);
      if (start != null) {
        return Optional.of(start);
      }
    }
    return first();
  }

  /**
   * Checks that the first record is retained.
   *
   * @throws NotKnown if it is not
   */
  void checkWhole() {
    if (!starts.isWhole()) {
      throw new NotKnown(
          "%s: its first record is not there, and a what-if begins with it. A capsule has it if it is cut with --since 1"
              .formatted(ledger));
    }
  }

  private Optional<Start<S, I, F>> first() {
    if (starts.isWhole()) {
      return Optional.empty();
    }
    throw new NotKnown(
        ("%s: its beginning is no longer retained, and no checkpoint that is old enough holds."
                + " Ask for a later moment")
            .formatted(ledger));
  }

  private Start<S, I, F> fits(FoundCheckpoint found, String lane, Moment moment) {
    if (moment instanceof Moment.Time time && found.kept().atMillis() > time.atMillis()) {
      return null;
    }
    Start<S, I, F> start = starts.open(found);
    boolean late =
        start != null
            && moment instanceof Moment.Turn turn
            && start.lanes().lastTurn(lane) > turn.number();
    return late ? null : start;
  }

  /** A checkpoint that does not hold is passed by. An audit tells of it. */
  private static final class Ignored implements Starts.Told {
    @Override
    public void forged(String where, String expected, String found) {
      // The next older one is tried.
    }

    @Override
    public void warn(String what) {
      // Nothing is missing as long as a beginning is found.
    }
  }
}
