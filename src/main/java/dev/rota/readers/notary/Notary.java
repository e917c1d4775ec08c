package dev.rota.readers.notary;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.SigningKey;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.TurnReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows ledgers and signs what they hold. It writes nothing to Kafka. */
public final class Notary implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notary.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration ROUND = Duration.ofMillis(200);
  private static final Duration WITNESS_ANSWERS = Duration.ofSeconds(5);

  private final NotaryTerms terms;
  private final PartitionReader<byte[]> reader;
  private final Map<TopicPartition, Followed> logs = new LinkedHashMap<>();
  private final WitnessRounds witnessing;
  private volatile boolean closed;

  /** A log, and what is not signed yet. */
  private static final class Followed {
    private final PartitionLog log;
    private boolean met;
    private long signedNanos = System.nanoTime();
    private long signedSize;

    Followed(PartitionLog log) {
      this.log = log;
      this.signedSize = log.size();
      this.met = log.size() == 0;
    }
  }

  /**
   * Opens the logs of these ledger partitions.
   *
   * @throws BadProof if a log is damaged
   * @throws NotaryTerms.Unfit if a log is not of this key, in use, or unknown to the policy
   * @throws LedgerRewritten if a ledger is shorter than its log
   */
  public Notary(NotaryTerms terms, List<TopicPartition> ledgers) throws IOException {
    ledgers.forEach(terms::check);
    this.terms = terms;
    this.witnessing = new WitnessRounds(terms.policy(), WITNESS_ANSWERS, System::nanoTime);
    Map<String, Object> kafka = new HashMap<>(terms.kafka());
    kafka.put("auto.offset.reset", "none");
    this.reader = PartitionReader.ofBytes(kafka).assign(ledgers);
    try {
      for (TopicPartition ledger : ledgers) {
        open(ledger);
      }
    } catch (RuntimeException | IOException e) {
      close();
      throw e;
    }
  }

  private void open(TopicPartition ledger) throws IOException {
    long begin = reader.begin(ledger);
    SigningKey key = terms.key().as(NotaryTerms.origin(terms.key().verifier().name(), ledger));
    Path dir = NotaryTerms.dir(terms.dir(), ledger);
    Followed followed;
    try {
      PageLeaves leaves = new PageLeaves(ledger.partition(), begin == 0);
      followed =
          new Followed(PartitionLog.open(DiskOperations.LOCAL, dir, key, terms.policy(), leaves));
    } catch (BadProof e) {
      throw new BadProof(dir + ": " + e.getMessage());
    } catch (NotaryTerms.Unfit e) {
      throw new NotaryTerms.Unfit(e.reason(), dir + ": " + e.getMessage());
    }
    logs.put(ledger, followed);
    long last = followed.log.lastOffset();
    if (last >= reader.ends().get(ledger)) {
      throw new LedgerRewritten(
          "%s ends at offset %d, its log has turns up to offset %d"
              .formatted(ledger, reader.ends().get(ledger), last));
    }
    if (last >= 0 && begin > last) {
      if (!followed.log.pass()) {
        LOG.warn("{} begins after the last turn of its log: it cannot be compared", ledger);
      }
      followed.met = true;
    }
    reader.consumer().seek(ledger, Math.max(begin, followed.met ? last + 1 : last));
  }

  /** Number of turns in all logs. */
  public long turns() {
    return logs.values().stream().mapToLong(followed -> followed.log.size()).sum();
  }

  /**
   * Follows the ledgers until it is closed.
   *
   * @throws LedgerRewritten if a ledger breaks its seals or is not the one of its log
   * @throws UncheckedIOException if a log cannot be written; nothing more of it is signed
   */
  public void run() throws InterruptedException {
    Thread rounds = new Thread(this::rounds, "witnessing");
    rounds.setDaemon(true);
    if (witnessing.isNeeded()) {
      rounds.start();
    }
    try {
      follow();
    } catch (RuntimeException e) {
      signDespite(e);
      throw e;
    } finally {
      closed = true;
      witnessing.end();
      rounds.join();
    }
    signAll();
  }

  private void follow() {
    try {
      while (!closed) {
        poll();
        signWhatIsDue();
      }
    } catch (WakeupException _) {
      LOG.debug("woken to end");
    }
  }

  /** What was taken before is as good as ever. The first failure is the one that is reported. */
  private void signDespite(RuntimeException failure) {
    for (Followed followed : logs.values()) {
      try {
        if (followed.log.isSound()) {
          sign(followed);
        }
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** Signs what the ledgers hold now, asks the witnesses once, and returns. */
  public void runOnce() throws InterruptedException {
    while (!reader.isAtEnds()) {
      poll();
    }
    signAll();
    for (Followed followed : logs.values()) {
      witnessing.round(followed.log);
    }
  }

  /**
   * Compares what is retained of the ledgers with what is signed.
   *
   * @return number of turns that are the same
   * @throws LedgerRewritten if one is not
   */
  public long check() {
    long same = 0;
    for (Map.Entry<TopicPartition, Followed> one : logs.entrySet()) {
      try (PartitionReader<byte[]> ledger =
          PartitionReader.ofBytes(terms.kafka()).assign(List.of(one.getKey()))) {
        PartitionLog log = one.getValue().log;
        long begin = ledger.begin(one.getKey());
        PageLeaves leaves = new PageLeaves(one.getKey().partition(), begin == 0);
        LogCheck check =
            new LogCheck(log.reader(), LogHeads.head(log.heads().signed()), leaves, begin == 0)
                .withOffsets();
        while (!check.isDone() && !ledger.isAtEnds()) {
          for (ConsumerRecord<byte[], byte[]> record : ledger.poll(POLL)) {
            if (!check.isDone()) { // what follows is not signed yet
              check.take(record.offset(), TurnReader.bytes(record));
            }
          }
        }
        same += check.same();
      } catch (LedgerRewritten e) {
        throw new LedgerRewritten(one.getKey() + ": " + e.getMessage());
      }
    }
    return same;
  }

  private void poll() {
    try {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        take(record);
      }
    } catch (OffsetOutOfRangeException e) {
      throw new LedgerRewritten("records were removed before they were signed: " + e.getMessage());
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition ledger = new TopicPartition(record.topic(), record.partition());
    Followed followed = logs.get(ledger);
    try {
      if (followed.met) {
        followed.log.take(record.offset(), TurnReader.bytes(record));
      } else {
        followed.log.meet(record.offset(), TurnReader.bytes(record));
        followed.met = true;
      }
    } catch (LedgerRewritten e) {
      throw new LedgerRewritten(ledger + ", offset " + record.offset() + ": " + e.getMessage());
    }
    if (followed.log.size() - followed.signedSize >= terms.turns()) {
      sign(followed);
    }
  }

  private void signWhatIsDue() {
    long now = System.nanoTime();
    for (Followed followed : logs.values()) {
      if (now - followed.signedNanos >= terms.everyMillis() * 1_000_000) {
        sign(followed);
      }
    }
  }

  private void signAll() {
    logs.values().forEach(Notary::sign);
  }

  private static void sign(Followed followed) {
    followed.log.sign();
    followed.signedSize = followed.log.size();
    followed.signedNanos = System.nanoTime();
  }

  private void rounds() {
    try {
      while (!closed) {
        for (Followed followed : logs.values()) {
          round(followed.log);
        }
        Thread.sleep(ROUND.toMillis());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** A log that cannot be witnessed just now is no reason to leave the others. */
  private void round(PartitionLog log) throws InterruptedException {
    try {
      witnessing.round(log);
    } catch (RuntimeException e) {
      LOG.error("{} cannot be witnessed at present; retrying later", log.origin(), e);
    }
  }

  /** Ends {@link #run} from another thread. */
  public void stop() {
    closed = true;
    witnessing.end();
    reader.consumer().wakeup();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    reader.close();
    for (Followed followed : logs.values()) {
      followed.log.close();
    }
  }
}
