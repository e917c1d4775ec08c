package dev.rota.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cli.clients.Partitions;
import dev.rota.cli.clients.Range;
import dev.rota.cli.clients.Values;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Root;
import dev.rota.domain.Domain;
import dev.rota.domain.Output.Channel;
import dev.rota.lines.AnswerRecord;
import dev.rota.settings.Settings;
import dev.rota.topics.LaneKey;
import dev.rota.topics.Topics;
import dev.rota.topics.TurnHeaders;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Follows the turns of one lane that is new, on its ledger, assignments and outcomes, and sees only
 * what is committed.
 */
final class LaneFollower implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long NOTE_NANOS = 10_000_000_000L;
  private static final long SILENCE_NANOS = 300_000_000_000L;

  private final Root root;
  private final String lane;
  private final byte[] key;
  private final String ledger;
  private final Partitions partitions;
  private final Deserializer<Object> values;
  private final Turns turns = new Turns();
  private long last;

  private LaneFollower(
      Root root, String lane, String ledger, Partitions partitions, Deserializer<Object> values) {
    this.root = root;
    this.lane = lane;
    this.key = lane.getBytes(UTF_8);
    this.ledger = ledger;
    this.partitions = partitions;
    this.values = values;
  }

  /** From where the topics end now. */
  static LaneFollower open(
      Root root, Settings settings, Cluster cluster, Domain<?, ?, ?> domain, String lane) {
    String ledger = Topics.ledger(domain.name());
    int count = cluster.require(ledger).partitions().size();
    int partition = LaneKey.partition(lane.getBytes(UTF_8), count);
    List<TopicPartition> followed =
        List.of(
            new TopicPartition(ledger, partition),
            new TopicPartition(Channel.ASSIGNMENTS.topic(domain.name()), partition),
            new TopicPartition(Channel.OUTCOMES.topic(domain.name()), partition));
    Range everything = new Range(Optional.empty(), Optional.empty(), Optional.empty());
    Partitions partitions = Partitions.open(settings, followed, everything);
    partitions.consumer().seekToEnd(followed);
    followed.forEach(partitions.consumer()::position); // the end is where it is now
    return new LaneFollower(root, lane, ledger, partitions, Values.deserializer(settings));
  }

  /**
   * Waits until the lane's next turns are whole, and returns what they published.
   *
   * @param sources {@code topic/partition/offset} of the inputs that these turns must be for
   */
  List<IndexedRecord> next(Set<String> sources) {
    long heard = System.nanoTime();
    boolean noted = false;
    while (!turns.areWhole(last + 1, sources.size())) {
      boolean any = false;
      for (ConsumerRecord<byte[], byte[]> record : partitions.consumer().poll(POLL)) {
        if (Arrays.equals(record.key(), key)) {
          any = true;
          hear(record, sources);
        }
      }
      long now = System.nanoTime();
      heard = any ? now : heard;
      noted &= !any;
      if (now - heard > SILENCE_NANOS) {
        throw silent();
      }
      if (!noted && now - heard > NOTE_NANOS) {
        noted = true;
        root.note("no answer from the grid '" + lane + "' for 10 s; waiting up to 5 minutes");
      }
    }
    List<IndexedRecord> published = turns.take(last + 1, sources.size());
    last += sources.size();
    return published;
  }

  private void hear(ConsumerRecord<byte[], byte[]> record, Set<String> sources) {
    Object value = values.deserialize(record.topic(), record.headers(), record.value());
    if (!(value instanceof IndexedRecord read)) {
      throw foreign(record.topic() + " has a record that is none of Rota's");
    }
    if (record.topic().equals(ledger)) {
      entry(new Turn(new AnswerRecord(read)), sources);
    } else {
      String turn = new String(record.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8);
      turns.published(turn, read);
    }
  }

  private void entry(Turn turn, Set<String> sources) {
    if (last == 0 && turn.number() > sources.size()) {
      throw foreign("it has lived before: this is its turn " + turn.number());
    }
    if (!sources.contains(turn.source())) {
      throw foreign("turn " + turn.number() + " is not of this import: " + turn.source());
    }
    if (!turn.reason().isEmpty()) {
      throw foreign(turn.source() + " became a dead letter: " + turn.reason());
    }
    turns.entry(turn.number(), turn.outputs());
  }

  /** A ledger entry. */
  private record Turn(AnswerRecord entry) {
    long number() {
      return entry.number("number");
    }

    int outputs() {
      return (int) entry.number("outputs");
    }

    String reason() {
      return entry.text("reason");
    }

    String source() {
      return entry
          .branch("source")
          .map(at -> at.text("topic") + "/" + at.number("partition") + "/" + at.number("offset"))
          .orElse("a tick");
    }
  }

  private Failure foreign(String why) {
    return new Failure(
        Exit.REFUSED,
        "the grid '" + lane + "' cannot be played to",
        why,
        "name one that nobody has used with --grid");
  }

  private Failure silent() {
    return new Failure(
        Exit.UNAVAILABLE,
        "the grid '" + lane + "' does not answer",
        "no turn came for 5 minutes, after turn " + last,
        "see that an engine of the bots runs: 'rota dev' or 'rota run'");
  }

  @Override
  public void close() {
    partitions.close();
    values.close();
  }
}
