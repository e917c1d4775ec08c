package dev.rota.road.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.TurnHeaders;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeadLetterTest {
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final byte[] KEY = "home".getBytes(UTF_8);
  private static final byte[] VALUE = {1, 2, 3};

  @Test
  void aReplayIsTheInputWithItsLineageOnThePartitionOfItsKey() {
    Headers own = new RecordHeaders().add("trace", new byte[] {0, -1}).add("trace", null);
    DeadLetter letter = letter(KEY, own, "alarm-settings/3/7", "WRONG_PARTITION");
    ProducerRecord<byte[], byte[]> again = letter.again(8);

    assertThat(again.topic()).isEqualTo("alarm-settings");
    assertThat(again.partition()).isEqualTo(LaneKey.partition(KEY, 8));
    assertThat(again.timestamp()).isEqualTo(1_000);
    assertThat(again.key()).isEqualTo(KEY);
    assertThat(again.value()).isEqualTo(VALUE);
    assertThat(again.headers().toArray()).startsWith(own.toArray()).hasSize(5);
    assertThat(ReplayLineage.read(again.headers()))
        .contains(new ReplayLineage(letter.place(), new RecordPlace("alarm-settings", 3, 7), 1));
  }

  @Test
  void whatComesBackKeepsItsOriginAndCountsOn() {
    Headers first = letter(KEY, new RecordHeaders(), "alarm-settings/3/7", "X").again(8).headers();
    DeadLetter back = letter(KEY, first, "alarm-settings/5/90", "X");
    assertThat(back.replays()).isOne();

    Headers second = back.again(8).headers();
    assertThat(second.toArray()).as("one lineage, not two").hasSize(3);
    ReplayLineage lineage = ReplayLineage.read(second).orElseThrow();
    assertThat(lineage.count()).isEqualTo(2);
    assertThat(lineage.origin()).isEqualTo(new RecordPlace("alarm-settings", 3, 7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "many", "9999999999"})
  void aLineageThatSomebodyGarbledIsNone(String count) {
    Headers own = letter(KEY, new RecordHeaders(), "alarm-settings/3/7", "X").again(8).headers();
    own.remove(ReplayLineage.COUNT).add(ReplayLineage.COUNT, count.getBytes(UTF_8));
    DeadLetter letter = letter(KEY, own, "alarm-settings/4/8", "X");

    assertThat(letter.replays()).isZero();
    assertThat(ReplayLineage.read(letter.again(8).headers()).orElseThrow().count()).isOne();
    assertThat(letter.again(8).headers().toArray()).hasSize(3);
  }

  @Test
  void aRecordWithoutAKeyStaysOnItsPartition() {
    DeadLetter letter = letter(null, new RecordHeaders(), "alarm-settings/3/7", "BAD_KEY");
    assertThat(letter.again(8).partition()).isEqualTo(3);
  }

  @Test
  void whatAnEngineWroteLastIsItsWord() {
    Headers own = new RecordHeaders();
    own.add(TurnHeaders.TURN, KEY).add(TurnHeaders.REASON, KEY).add(TurnHeaders.SOURCE, KEY);
    DeadLetter letter = letter(KEY, own, "alarm-settings/3/7", "LIMIT");
    assertThat(letter.reason()).isEqualTo("LIMIT");
    assertThat(letter.own().toArray()).isEqualTo(own.toArray());
    assertThat(letter.obstacle(ALARMS)).isEmpty();
  }

  @Test
  void whatIsNoInputIsNotSent() {
    assertThat(obstacle("alarm-settings/3/7", "DEADLINE_FAULT"))
        .contains("it is a deadline, not an input");
    assertThat(obstacle("alarm-settings/3/7", "TOO_LARGE").orElseThrow())
        .startsWith("it is a stub");
    assertThat(obstacle("alarms-ledger/3/7", "LIMIT"))
        .contains("alarms-ledger is no input of alarms");
    assertThat(obstacle("alarm-settings/3", "LIMIT").orElseThrow()).contains("does not say which");
    assertThat(new DeadLetter(record(null, new RecordHeaders())).obstacle(ALARMS)).isPresent();
  }

  @Test
  void insteadOfAStubTheWholeInputIsSent() {
    assertThat(tooLarge("alarm-settings/3/7").obstacleOfEdited(ALARMS)).isEmpty();
    assertThat(tooLarge("alarms-ledger/3/7").obstacleOfEdited(ALARMS))
        .contains("alarms-ledger is no input of alarms");
    assertThat(tooLarge("alarm-settings/3").obstacleOfEdited(ALARMS)).isPresent();
  }

  private static DeadLetter tooLarge(String source) {
    return letter(KEY, new RecordHeaders(), source, "TOO_LARGE");
  }

  private static Optional<String> obstacle(String source, String reason) {
    return letter(KEY, new RecordHeaders(), source, reason).obstacle(ALARMS);
  }

  private static DeadLetter letter(byte[] key, Headers own, String source, String reason) {
    Headers headers = new RecordHeaders(own.toArray());
    headers.add(TurnHeaders.TURN, "~3/1/0".getBytes(UTF_8));
    headers.add(TurnHeaders.SOURCE, source.getBytes(UTF_8));
    headers.add(TurnHeaders.REASON, reason.getBytes(UTF_8));
    return new DeadLetter(record(key, headers));
  }

  private static ConsumerRecord<byte[], byte[]> record(byte[] key, Headers headers) {
    return OfflineRecord.of(
        new TopicPartition("alarms-dead-letters", 3), 17, 1_000, key, VALUE, headers);
  }
}
