package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.domain.Domain;
import dev.rota.domain.Output.Channel;
import dev.rota.lines.Envelope;
import dev.rota.lines.Head;
import dev.rota.settings.Settings;
import dev.rota.starknet.StarknetTransaction;
import dev.rota.stream.LaneKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Deserializer;

/** A pool on a cluster: transactions go to its topic, and what becomes of them is waited for. */
final class LivePool implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PEEK = Duration.ZERO;
  private static final long NOTE_NANOS = 10_000_000_000L;
  private static final long SILENCE_NANOS = 300_000_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private final Ending ending;
  private final Root root;
  private final String pool;
  private final byte[] key;
  private final Targets targets;
  private final Outgo outgo;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Partitions outcomes;
  private final Deserializer<Object> values;
  private final int rate;
  private final PoolReport report = new PoolReport();
  private long startNanos;
  private long block = -1;
  private long sent;
  private volatile Exception broken;

  private LivePool(
      Ending ending, Root root, Settings settings, Domain<?, ?, ?> domain, String pool, int rate) {
    this.ending = ending;
    this.root = root;
    this.pool = pool;
    this.key = pool.getBytes(UTF_8);
    this.rate = rate;
    Cluster cluster = ending.with(Cluster.open(settings));
    this.targets = ending.with(new Targets(cluster, settings));
    this.outgo = new Outgo(ending.with(Values.serializer(settings)));
    this.values = ending.with(Values.deserializer(settings));
    this.outcomes = ending.with(outcomes(settings, cluster, domain));
    this.producer = ending.with(new KafkaProducer<byte[], byte[]>(Sender.configs(settings)));
  }

  /**
   * Connects; fails within seconds when that is not possible.
   *
   * @param rate transactions per second; 0: as fast as they are taken
   */
  static LivePool open(
      Root root, Settings settings, Domain<?, ?, ?> domain, String pool, int rate) {
    Ending ending = Ending.nested();
    try {
      return new LivePool(ending, root, settings, domain, pool, rate);
    } catch (RuntimeException e) {
      ending.close();
      throw e;
    }
  }

  /** From where they end now. */
  private Partitions outcomes(Settings settings, Cluster cluster, Domain<?, ?, ?> domain) {
    String topic = Channel.OUTCOMES.topic(domain.name());
    int count = cluster.require(topic).partitions().size();
    List<TopicPartition> own = List.of(new TopicPartition(topic, LaneKey.partition(key, count)));
    Range everything = new Range(Optional.empty(), Optional.empty(), Optional.empty());
    Partitions opened = Partitions.open(settings, own, everything);
    opened.consumer().seekToEnd(own);
    own.forEach(opened.consumer()::position);
    return opened;
  }

  /** Sends it, after its block's environment when that is a new one. */
  void send(StarknetTransaction transaction) {
    if (transaction.block() != block) {
      block = transaction.block();
      send("block-environments", environment(transaction));
    }
    pace();
    report.sent(transaction.contract(), transaction.hash());
    send("shard-transactions", submitted(transaction));
    sent++;
    hear(PEEK);
  }

  private void pace() {
    startNanos = sent == 0 ? System.nanoTime() : startNanos;
    if (rate > 0) {
      long due = (long) (sent * SECOND_NANOS / rate);
      try {
        TimeUnit.NANOSECONDS.sleep(due - (System.nanoTime() - startNanos));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptException(e);
      }
    }
  }

  private ObjectNode environment(StarknetTransaction of) {
    return value().put("number", of.block()).put("timestamp", of.timestamp());
  }

  private ObjectNode submitted(StarknetTransaction of) {
    ObjectNode value = value().put("shard", of.contract()).put("id", of.hash());
    if (of.nonce() != null) {
      value.put("sender", of.contract()).put("nonce", of.nonce());
    }
    byte[] payload = ("add " + of.type() + " 1").getBytes(UTF_8);
    return value.put("payload", "0x" + HexFormat.of().formatHex(payload));
  }

  private ObjectNode value() {
    return JsonNodeFactory.instance.objectNode().put("pool", pool);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
  private void send(String topic, ObjectNode value) {
    Envelope line = new Envelope(Head.of(topic, pool, System.currentTimeMillis()), value);
    try {
      producer.send(
          outgo.record(line, targets.of(topic)), (at, e) -> broken = e == null ? broken : e);
    } catch (Refused e) {
      throw new Failure(
          e.exit(),
          "a transaction cannot be sent",
          e.getMessage(),
          "mend that and import again",
          e);
    }
  }

  /** Waits until every transaction is settled. */
  PoolReport settle() {
    producer.flush();
    Progress progress = new Progress(root, "settled");
    long heard = System.nanoTime();
    boolean noted = false;
    while (report.open() > 0) {
      if (broken != null) {
        throw broken instanceof KafkaException kafka ? kafka : new KafkaException(broken);
      }
      long now = System.nanoTime();
      heard = hear(POLL) ? now : heard;
      progress.at(report.settled());
      if (now - heard > SILENCE_NANOS) {
        throw silent();
      }
      if (!noted && now - heard > NOTE_NANOS) {
        noted = true;
        root.note("nothing from the pool '" + pool + "' for 10 s; waiting up to 5 minutes");
      }
    }
    progress.end();
    return report;
  }

  /** Whether anything of this pool came. */
  private boolean hear(Duration patience) {
    boolean any = false;
    for (ConsumerRecord<byte[], byte[]> record : outcomes.consumer().poll(patience)) {
      if (Arrays.equals(record.key(), key)) {
        Object value = values.deserialize(record.topic(), record.headers(), record.value());
        any |= value instanceof IndexedRecord outcome && report.hear(outcome);
      }
    }
    return any;
  }

  private Failure silent() {
    return new Failure(
        Exit.UNAVAILABLE,
        "the pool '" + pool + "' does not go on",
        report.open() + " transactions wait, and nothing came of any for 5 minutes",
        "see that an engine of the shards and a worker run: 'rota dev' or 'rota run'");
  }

  @Override
  public void close() {
    ending.close();
  }
}
