package dev.rota.road.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The topic that says which dead letters of a domain were sent again, and where to. A record's key
 * is the dead letter, its value the replay, both as {@code topic/partition/offset}. It lies on the
 * dead letter's partition. A tombstone forgets a replay. A header says of which turn and time the
 * dead letter is: one that lies at the same place in a later topic of that name was not sent.
 *
 * <p>It is a topic of its own for three reasons. The topic of dead letters holds what was decided
 * and nothing else, or no audit would prove it. The inputs may be trimmed, and with them the
 * replays. And whoever asks reads as many records as there are replays, not as there are inputs.
 */
public final class ReplayTopic {
  /** The header with {@code turn at milliseconds} of the dead letter. */
  static final String IDENTITY = "rota.replay.turn";

  private static final Duration READ_MAX = Duration.ofSeconds(20);

  private final Map<String, Object> kafka;
  private final String topic;

  /**
   * Names the topic of a domain.
   *
   * @param kafka settings of every client
   */
  public ReplayTopic(Map<String, Object> kafka, String domain) {
    this.kafka = kafka;
    this.topic = RequiredTopics.replays(domain);
  }

  /** Makes the topic if there is none, with partitions and replicas as the dead letters have. */
  public static void create(Admin admin, String domain, TopicDescription letters) {
    MissingTopics.createUnlessThere(
        admin,
        RequiredTopics.ofReplays(domain),
        letters.partitions().size(),
        letters.partitions().get(0).replicas().size());
  }

  /** Says that this dead letter was sent again, and where to. */
  public ProducerRecord<byte[], byte[]> mark(DeadLetter letter, RecordPlace replay) {
    RecordPlace place = letter.place();
    ProducerRecord<byte[], byte[]> mark =
        new ProducerRecord<>(topic, place.partition(), bytes(place), bytes(replay));
    mark.headers().add(IDENTITY, letter.identity().getBytes(UTF_8));
    return mark;
  }

  /** Which dead letters were sent again. */
  public static final class Replays {
    private final Map<RecordPlace, Mark> marks = new HashMap<>();

    /**
     * A mark.
     *
     * @param identity of the letter; null: somebody else wrote the mark, which counts
     */
    private record Mark(RecordPlace to, String identity) {}

    /** Where the letter went; null: it was not sent again. */
    public RecordPlace of(DeadLetter letter) {
      Mark mark = marks.get(letter.place());
      boolean isOther =
          mark != null && mark.identity() != null && !mark.identity().equals(letter.identity());
      return mark == null || isOther ? null : mark.to();
    }

    /** A mark that is garbled still says that there was a replay: nothing is sent twice for it. */
    void take(ConsumerRecord<byte[], byte[]> record) {
      RecordPlace.read(text(record.key()))
          .ifPresent(
              letter -> {
                if (record.value() == null) {
                  marks.remove(letter);
                } else {
                  RecordPlace to =
                      RecordPlace.read(text(record.value())).orElse(RecordPlace.of(record));
                  marks.put(letter, new Mark(to, TurnHeaders.text(record.headers(), IDENTITY)));
                }
              });
    }
  }

  /** Waits until everybody can read the marks that are committed by now. */
  public void awaitVisible() {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      PartitionReader.awaitVisible(kafka, reader.partitionsOf(topic), READ_MAX);
    }
  }

  /** What the topic says; nothing if there is none. */
  public Replays replays() {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    Replays replays = new Replays();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(configs)) {
      var partitions = reader.partitionsOf(topic);
      if (!partitions.isEmpty()) {
        reader.assign(partitions);
        reader.readToEnds("the topic " + topic, READ_MAX, replays::take);
      }
    }
    return replays;
  }

  private static byte[] bytes(RecordPlace place) {
    return place.toString().getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }
}
