package dev.rota.readers.follow;

import dev.rota.road.logs.TopicLogs;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;

/** Looks from time to time whether a ledger is still the one that is followed, and how long. */
final class LedgerWatch {
  private static final long EVERY_NANOS = 1_000_000_000L;

  private final TopicLogs logs;
  private final TopicPartition ledger;
  private final String id;
  private long last = System.nanoTime() - EVERY_NANOS;
  private long committed;

  /** Thrown if the ledger is not the one any more, or has lost records. The message says why. */
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(String message) {
      super(message);
    }
  }

  LedgerWatch(TopicLogs logs, TopicPartition ledger) {
    this.logs = logs;
    this.ledger = ledger;
    this.id = logs.layout().topics().get(ledger.topic()).id();
  }

  /**
   * Looks, unless it has done so just now.
   *
   * @throws Broken if the ledger was deleted, made anew or cut
   */
  void look(PartitionFollower follower) {
    if (System.nanoTime() - last < EVERY_NANOS) {
      return;
    }
    String present = logs.id(ledger.topic());
    if (present == null) {
      throw new Broken("the topic " + ledger.topic() + " was deleted");
    }
    if (!Objects.equals(present, id)) {
      throw new Broken("the topic " + ledger.topic() + " was deleted and recreated");
    }
    committed = follower.committed();
    if (committed < follower.position()) {
      throw new Broken(
          "%s ends at offset %d, and was read up to %d before: its end was cut"
              .formatted(ledger, committed, follower.position()));
    }
    last = System.nanoTime();
  }

  /** The end of committed records at the last look. */
  long committed() {
    return committed;
  }
}
