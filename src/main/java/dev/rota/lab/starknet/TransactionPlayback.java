package dev.rota.lab.starknet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.AnswerRecord;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.domains.Domains;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.avro.generic.IndexedRecord;

/**
 * Plays transactions to a pool in virtual time, in equal intervals. Workers of one slot execute
 * them one by one, each in the same time. What comes depends on the pool's answers, so they are
 * {@linkplain #hear heard} after each event.
 */
public final class TransactionPlayback {
  private static final String POLICIES = Domains.inputTopic("ShardPolicy");
  private static final String WORKERS = Domains.inputTopic("WorkerEvent");
  private static final double SECOND_MILLIS = 1000;

  private record Running(long endMillis, String worker, String shard, long epoch, long cycle) {}

  private final Iterator<Envelope> transactions;
  private final String pool;
  private final long eachMillis;
  private final double intervalMillis;
  private final long beginMillis;
  private final List<Envelope> begin = new ArrayList<>();
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(
          Comparator.comparingLong(Running::endMillis).thenComparing(Running::worker));
  private Envelope ahead;
  private long came;

  /**
   * Creates a playback.
   *
   * @param transactions events of the pool, whose own times do not count
   * @param workers how many, at least 1
   * @param eachMillis what a transaction takes
   * @param rate events per second, more than 0
   * @param beginMillis epoch ms
   */
  public TransactionPlayback(
      Iterator<Envelope> transactions,
      String pool,
      int workers,
      long eachMillis,
      double rate,
      long beginMillis) {
    this.transactions = transactions;
    this.pool = pool;
    this.eachMillis = eachMillis;
    this.intervalMillis = SECOND_MILLIS / rate;
    this.beginMillis = beginMillis;
    begin.add(event(POLICIES, beginMillis, policy()));
    for (int worker = 1; worker <= workers; worker++) {
      ObjectNode value = value().put("worker", "worker-" + worker);
      value.putObject("event").putObject("Joined").put("slots", 1);
      begin.add(event(WORKERS, beginMillis, value));
    }
    advance();
  }

  /** One transaction a cycle, and workers that are never lost. */
  private ObjectNode policy() {
    return value().put("maxBatch", 1).put("sessionTimeoutMs", 0).put("leaseTimeoutMs", 0);
  }

  /** Returns the next event; null: all is over. Of one instant, cycles end first. */
  public Envelope next() {
    if (!begin.isEmpty()) {
      return begin.remove(0);
    }
    boolean ends = !running.isEmpty() && (ahead == null || running.peek().endMillis <= comesAt());
    if (ends) {
      return committed(running.remove());
    }
    if (ahead == null) {
      return null;
    }
    Envelope next = event(ahead.topic(), comesAt(), (ObjectNode) ahead.value());
    came++;
    advance();
    return next;
  }

  private long comesAt() {
    return beginMillis + (long) (came * intervalMillis);
  }

  private void advance() {
    ahead = transactions.hasNext() ? transactions.next() : null;
  }

  private Envelope committed(Running cycle) {
    ObjectNode value = value().put("worker", cycle.worker);
    value
        .putObject("event")
        .putObject("Committed")
        .put("shard", cycle.shard)
        .put("epoch", cycle.epoch)
        .put("cycle", cycle.cycle);
    return event(WORKERS, cycle.endMillis, value);
  }

  /** Takes what the pool published for the last event. */
  public void hear(List<? extends IndexedRecord> records) {
    for (IndexedRecord record : records) {
      AnswerRecord answer = new AnswerRecord(record);
      if (answer.kind().equals("ShardAssignment") && answer.number("count") > 0) {
        running.add(
            new Running(
                answer.number("at") + eachMillis * answer.number("count"),
                answer.text("worker"),
                answer.text("shard"),
                answer.number("epoch"),
                answer.number("cycle")));
      }
    }
  }

  private ObjectNode value() {
    return JsonNodeFactory.instance.objectNode().put("pool", pool);
  }

  private Envelope event(String topic, long atMillis, ObjectNode value) {
    return new Envelope(EnvelopeMetadata.of(topic, pool, atMillis), value);
  }
}
