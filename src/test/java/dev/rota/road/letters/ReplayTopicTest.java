package dev.rota.road.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.letters.ReplayTopic.Replays;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.topics.TurnHeaders;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** A dead letter is sent once, and it is told of each whether it was. */
class ReplayTopicTest {
  private static final RecordPlace TO = new RecordPlace("alarm-settings", 1, 90);

  private final ReplayTopic topic = new ReplayTopic(Map.of(), "alarms");
  private final Replays replays = new Replays();

  private static DeadLetter letter(long offset, long turn, long millis) {
    Headers headers = new RecordHeaders();
    headers.add(TurnHeaders.TURN, ("home/" + turn + "/0").getBytes(UTF_8));
    TopicPartition letters = new TopicPartition("alarms-dead-letters", 3);
    return new DeadLetter(OfflineRecord.of(letters, offset, millis, null, new byte[] {1}, headers));
  }

  /** A mark as its topic has it, with another value; null: the mark's own. */
  private ConsumerRecord<byte[], byte[]> written(DeadLetter letter, byte[] value) {
    ProducerRecord<byte[], byte[]> mark = topic.mark(letter, TO);
    return OfflineRecord.of(
        new TopicPartition(mark.topic(), mark.partition()),
        7,
        0,
        mark.key(),
        value == null ? mark.value() : value,
        mark.headers());
  }

  @Test
  void whatWasSentIsSaidAndNothingElse() {
    DeadLetter one = letter(5, 17, 1_000);
    replays.take(written(one, null));
    assertThat(replays.of(one)).isEqualTo(TO);
    assertThat(replays.of(letter(6, 17, 1_000))).isNull();
    assertThat(topic.mark(one, TO).partition()).as("where its letter lies").isEqualTo(3);
  }

  /** The topic of dead letters may be deleted and made anew. */
  @Test
  void aLetterOfALaterTopicWasNotSent() {
    replays.take(written(letter(5, 17, 1_000), null));
    assertThat(replays.of(letter(5, 18, 1_000))).isNull();
    assertThat(replays.of(letter(5, 17, 1_001))).isNull();
    assertThat(replays.of(letter(5, 17, 1_000))).as("a restored one").isEqualTo(TO);
  }

  @Test
  void aTombstoneForgetsAReplay() {
    DeadLetter one = letter(5, 17, 1_000);
    DeadLetter other = letter(6, 18, 1_000);
    replays.take(written(one, null));
    replays.take(written(other, null));
    replays.take(
        OfflineRecord.of(
            new TopicPartition("alarms-replays", 3),
            8,
            0,
            one.place().toString().getBytes(UTF_8),
            null,
            new RecordHeaders()));
    assertThat(replays.of(one)).isNull();
    assertThat(replays.of(other)).isEqualTo(TO);
  }

  @Test
  void aGarbledMarkStillSaysThatItWasSent() {
    DeadLetter one = letter(5, 17, 1_000);
    ConsumerRecord<byte[], byte[]> garbled = written(one, "nowhere".getBytes(UTF_8));
    replays.take(garbled);
    assertThat(replays.of(one)).as("where the mark is").isEqualTo(RecordPlace.of(garbled));
  }

  @Test
  void whoeverWritesAMarkCounts() {
    DeadLetter one = letter(5, 17, 1_000);
    replays.take(
        OfflineRecord.of(
            new TopicPartition("alarms-replays", 3),
            8,
            0,
            one.place().toString().getBytes(UTF_8),
            TO.toString().getBytes(UTF_8),
            new RecordHeaders()));
    assertThat(replays.of(one)).isEqualTo(TO);
    assertThat(replays.of(letter(5, 18, 2_000))).isEqualTo(TO);
  }
}
