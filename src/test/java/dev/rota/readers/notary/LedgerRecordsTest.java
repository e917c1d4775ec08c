package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.proof.BadProof;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.road.topics.TurnHeaders;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that claim to be a turn's, and are not. */
class LedgerRecordsTest {
  private static final String WHERE = "the record at offset 5 of some-topic-2 is no output";

  private static ConsumerRecord<byte[], byte[]> record(String key, String header) {
    byte[] bytes = key == null ? null : key.getBytes(UTF_8);
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("some-topic", 2, 5, bytes, new byte[] {0, 0, 0, 0, 1, 7});
    record.headers().add(TurnHeaders.TURN, "lane/1/0".getBytes(UTF_8));
    if (header != null) {
      record.headers().add(header, "test 1".getBytes(UTF_8));
    }
    return record;
  }

  @ParameterizedTest
  @EnumSource(Channel.class)
  void oneWithoutARuleIsRefused(Channel channel) {
    assertThatThrownBy(() -> LedgerRecords.published(record("lane/key", null), channel, "lane"))
        .isInstanceOf(BadProof.class)
        .hasMessageStartingWith(WHERE)
        .hasMessageContaining("rota.r");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "l", "lane", "lanes/key"})
  void oneWithAKeyOfAnotherLaneIsRefused(String key) {
    Channel compacted = compacted();
    assertThatThrownBy(
            () -> LedgerRecords.published(record(key, TurnHeaders.RULE), compacted, "lane"))
        .isInstanceOf(BadProof.class)
        .hasMessageStartingWith(WHERE)
        .hasMessageContaining("key");
  }

  @Test
  void oneThatATurnHasPublishedIsRead() {
    PublishedOutput read =
        LedgerRecords.published(record("lane/key", TurnHeaders.RULE), compacted(), "lane");
    assertThat(read.rule()).isEqualTo("test 1");
    assertThat(read.key()).isEqualTo("key");
    assertThat(read.payload()).containsExactly(7);
  }

  /** Its value is that of its input, whatever that was. */
  @Test
  void aDeadLetterHasAReasonAndItsWholeValue() {
    PublishedOutput read =
        LedgerRecords.published(
            record("lane", TurnHeaders.REASON), Channel.DEAD_LETTERS, "another lane");
    assertThat(read.rule()).isEqualTo("test 1");
    assertThat(read.key()).isNull();
    assertThat(read.payload()).containsExactly(0, 0, 0, 0, 1, 7);
    assertThatThrownBy(
            () ->
                LedgerRecords.published(
                    record("lane", TurnHeaders.RULE), Channel.DEAD_LETTERS, "lane"))
        .isInstanceOf(BadProof.class);
  }

  private static Channel compacted() {
    for (Channel channel : Channel.values()) {
      if (channel.isCompacted()) {
        return channel;
      }
    }
    throw new AssertionError("no channel is compacted");
  }
}
