package dev.rota.lab.road;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;

/**
 * Brokers as an engine knows them: logs, the coordinator of transactions, and one group. Whatever
 * they do at leisure, such as to write the markers of a transaction that has ended, is a step that
 * somebody asks for. So everything may happen between two steps of an engine. {@code ModelTruthIT}
 * holds it to a real cluster.
 */
final class ModelCluster {
  /** The producer is not this one any more: a later one has its name. */
  static final class Fenced extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final Map<TopicPartition, ModelLog> logs = new LinkedHashMap<>();
  private final Map<Integer, Transaction> transactions = new TreeMap<>();
  private final ModelGroup group;

  /** The brokers' time, epoch ms. */
  private final LongSupplier clock;

  private final KafkaPromise broken;

  /** What the coordinator knows of a producer. */
  private static final class Transaction {
    private int epoch;
    private final List<TopicPartition> logs = new ArrayList<>();
    private final Map<TopicPartition, Long> offsets = new LinkedHashMap<>();
    private long begunMillis;

    /** It has ended, and some markers are still to be written. */
    private boolean ending;

    private boolean committed;

    boolean isOpen() {
      return !ending && !(logs.isEmpty() && offsets.isEmpty());
    }
  }

  ModelCluster(ModelGroup group, LongSupplier clock, KafkaPromise broken) {
    this.group = group;
    this.clock = clock;
    this.broken = broken;
  }

  ModelLog log(TopicPartition at) {
    return logs.computeIfAbsent(at, ModelLog::new);
  }

  /** The topic of this partition is deleted and made anew. */
  void clear(TopicPartition at) {
    logs.remove(at);
  }

  private Transaction of(int producer) {
    return transactions.computeIfAbsent(producer, _ -> new Transaction());
  }

  /** Returns the epoch of a new producer of that name; -1: it has to ask again. */
  int begin(int producer) {
    Transaction it = of(producer);
    if (it.isOpen()) {
      fence(it);
    }
    return it.ending ? -1 : ++it.epoch;
  }

  private Transaction require(int producer, int epoch) {
    Transaction it = of(producer);
    if (it.epoch != epoch && broken != KafkaPromise.FORMER_PRODUCERS_ARE_FENCED) {
      throw new Fenced();
    }
    return it;
  }

  /** Returns false while the transaction before is being ended. */
  boolean isReady(int producer, int epoch) {
    return !require(producer, epoch).ending;
  }

  /** Appends a record in the producer's transaction. Returns its offset. */
  long send(
      int producer,
      int epoch,
      TopicPartition at,
      byte[] key,
      byte[] value,
      Headers headers,
      long atMillis) {
    Transaction it = require(producer, epoch);
    if (!it.isOpen()) {
      it.begunMillis = clock.getAsLong();
    }
    if (!it.logs.contains(at)) {
      it.logs.add(at);
    }
    return log(at).append(producer, key, value, headers, atMillis);
  }

  /**
   * Adds offsets to the producer's transaction.
   *
   * @throws ModelGroup.Refused if the member is not one of the group's generation
   */
  void sendOffsets(
      int producer, int epoch, int member, int generation, Map<TopicPartition, Long> offsets) {
    Transaction it = require(producer, epoch);
    group.require(member, generation);
    it.offsets.putAll(offsets);
  }

  /** Ends the producer's transaction: it is decided, and its markers follow. */
  void end(int producer, int epoch, boolean committed) {
    Transaction it = require(producer, epoch);
    if (it.isOpen()) {
      it.ending = true;
      it.committed = committed;
    }
  }

  /** As a coordinator aborts a transaction: whoever has it is not its producer any more. */
  private static void fence(Transaction it) {
    it.epoch++;
    it.ending = true;
    it.committed = false;
  }

  /** Ends all open transactions. */
  void fence() {
    transactions.values().stream().filter(Transaction::isOpen).forEach(ModelCluster::fence);
  }

  /** Returns true if the producer's transaction is open and has written to these partitions. */
  boolean isWriting(int producer, List<TopicPartition> written) {
    Transaction it = of(producer);
    return it.isOpen() && it.logs.stream().anyMatch(written::contains);
  }

  /** Ends the open transactions that have written to these partitions. */
  void fence(List<TopicPartition> written) {
    for (Transaction it : transactions.values()) {
      if (it.isOpen() && it.logs.stream().anyMatch(written::contains)) {
        fence(it);
      }
    }
  }

  /** Ends the transactions that began before this time. */
  void expire(long beforeMillis) {
    for (Transaction it : transactions.values()) {
      if (it.isOpen() && it.begunMillis < beforeMillis) {
        fence(it);
      }
    }
  }

  /** Writes one marker that is due. Returns false if there is none. */
  boolean mark(SplittableRandom random) {
    List<Integer> ending =
        transactions.entrySet().stream()
            .filter(entry -> entry.getValue().ending)
            .map(Map.Entry::getKey)
            .toList();
    if (ending.isEmpty()) {
      return false;
    }
    int producer = ending.get(random.nextInt(ending.size()));
    Transaction it = of(producer);
    int which = random.nextInt(it.logs.size() + (it.offsets.isEmpty() ? 0 : 1));
    if (which < it.logs.size()) {
      log(it.logs.remove(which)).mark(producer, it.committed);
    } else {
      if (it.committed) {
        group.committed().putAll(it.offsets);
      }
      it.offsets.clear();
    }
    it.ending = !(it.logs.isEmpty() && it.offsets.isEmpty());
    return true;
  }

  /** Returns true if an offset of the partition may change by a transaction that is not ended. */
  boolean isUnstable(TopicPartition input) {
    return broken != KafkaPromise.OFFSETS_ARE_STABLE
        && transactions.values().stream().anyMatch(it -> it.offsets.containsKey(input));
  }
}
