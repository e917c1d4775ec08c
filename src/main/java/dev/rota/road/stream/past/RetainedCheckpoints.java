package dev.rota.road.stream.past;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointFinder;
import dev.rota.road.kept.CheckpointMark;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kept checkpoints of a ledger partition whose first records are no longer retained, the newest
 * first. What does not hold is passed by, and its reason noted.
 */
public final class RetainedCheckpoints implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RetainedCheckpoints.class);

  private final TopicPartition ledger;
  private final TopicLogs logs;
  private final Deque<CheckpointMark> left = new ArrayDeque<>();
  private final List<String> refused = new ArrayList<>();
  private CheckpointFinder starts;

  private RetainedCheckpoints(TopicPartition ledger, TopicLogs logs) {
    this.ledger = ledger;
    this.logs = logs;
  }

  /** None: the ledger's first record is retained. */
  public static RetainedCheckpoints none() {
    return new RetainedCheckpoints(null, null);
  }

  /**
   * Finds those whose page is retained; none if the first record is.
   *
   * @param logs closed with this
   * @param since whose count
   * @param refusal what to say if they may not be read
   */
  public static RetainedCheckpoints of(
      Domain domain,
      TopicLogs logs,
      CheckpointChoice since,
      int partition,
      Function<AuthorizationException, String> refusal) {
    String checkpoints = RequiredTopics.checkpoints(domain.name());
    String topic = checkpoints + "/" + partition;
    RetainedCheckpoints kept =
        new RetainedCheckpoints(
            new TopicPartition(RequiredTopics.ledger(domain.name()), partition), logs);
    try {
      kept.starts =
          new CheckpointFinder(domain, logs, since, partition, kept.new Refused()).heldToTurns();
      if (!kept.starts.isWhole()) {
        kept.starts.retained().forEach(kept.left::push);
        if (kept.left.isEmpty()) {
          // Who may not see the topic must not take it for empty.
          var _ = logs.id(checkpoints);
          kept.refused.add(topic + " has no valid one of a retained page" + kept.passedBy());
        }
      }
    } catch (AuthorizationException e) {
      kept.refuse(topic + " may not be read: " + refusal.apply(e));
    } catch (RuntimeException e) {
      kept.close();
      throw e;
    }
    return kept;
  }

  private String passedBy() {
    long others = starts.passedBy();
    return others == 0 ? "" : "; no trusted key has signed the " + others + " that are there";
  }

  /** The next older one that holds; empty: there is no more. */
  public Optional<OpenedCheckpoint> next() {
    while (!left.isEmpty()) {
      OpenedCheckpoint start = starts.open(left.pop());
      if (start != null) {
        return Optional.of(start);
      }
    }
    return Optional.empty();
  }

  /** The ledger does not go on from it. */
  public void refuse(String why) {
    refused.add(why);
    LOG.warn("{}: a kept checkpoint is skipped: {}", ledger, why);
  }

  /** Why some were passed by, or why there are none; empty: the first record is retained. */
  public List<String> refused() {
    return refused;
  }

  @Override
  public void close() {
    if (logs != null) {
      logs.close();
    }
  }

  private final class Refused implements CheckpointFinder.Told {
    @Override
    public void forged(String where, String expected, String found) {
      refuse("%s, %s: %s".formatted(where, expected, found));
    }

    @Override
    public void unknown(String where, UnknownRules why) {
      refuse(where + ": " + why.getMessage());
    }

    @Override
    public void warn(String what) {
      refuse(what);
    }
  }
}
