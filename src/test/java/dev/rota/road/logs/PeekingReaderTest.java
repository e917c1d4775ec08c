package dev.rota.road.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Brokers that send no more than the first of two records, or have deleted what is wanted. */
final class PeekingReaderTest {
  private static final TopicPartition LEDGER = new TopicPartition("bots-ledger", 3);

  private static final class Silent implements TopicLogs.Log {
    private long position;

    @Override
    public long begin() {
      return 0;
    }

    @Override
    public long end() {
      return 2;
    }

    @Override
    public long written() {
      return 2;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void seek(long offset) {
      position = offset;
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      return position++ == 0 ? List.of(record()) : nothing();
    }

    private List<ConsumerRecord<byte[], byte[]>> nothing() {
      position = 1;
      return List.of();
    }

    private static ConsumerRecord<byte[], byte[]> record() {
      return new ConsumerRecord<>(LEDGER.topic(), LEDGER.partition(), 0, null, new byte[0]);
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  /** Ten records, of which the first are deleted when the first was read. */
  private static final class Expiring implements ForwardingLog {
    private final TopicLogs.Log log =
        new RecordsLog(0, 10, LongStream.range(0, 10).mapToObj(Expiring::record).toList());
    private final long expired;

    Expiring(long expired) {
      this.expired = expired;
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset) {
      return new ConsumerRecord<>(LEDGER.topic(), LEDGER.partition(), offset, null, new byte[0]);
    }

    @Override
    public TopicLogs.Log log() {
      return log;
    }

    @Override
    public long retained() {
      return position() == 0 ? 0 : expired;
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      if (position() < retained()) {
        throw new OffsetOutOfRangeException(Map.of(LEDGER, position()));
      }
      boolean first = position() == 0;
      List<ConsumerRecord<byte[], byte[]>> more = log.poll();
      if (first) {
        seek(1);
      }
      return first ? more.subList(0, 1) : more;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 10, 12})
  void whatIsDeletedWhileItIsReadIsPassed(long expired) {
    PeekingReader reader = new PeekingReader(new Expiring(expired), LEDGER, 3).pastDeleted();
    List<Long> offsets = new ArrayList<>();
    for (var one = reader.take(); one != null; one = reader.take()) {
      offsets.add(one.offset());
    }
    assertThat(offsets).hasSize((int) Math.max(1, 11 - expired)).doesNotContain(1L, 2L, 3L);
    assertThat(reader.expired()).containsExactly(new OffsetRange(1, expired));
    assertThat(reader.isExpired(3, 4)).isTrue();
    assertThat(reader.isExpired(0, 1)).isFalse();
  }

  @Test
  void whoAnswersFromTheLogIsNotToldLess() {
    PeekingReader reader = new PeekingReader(new Expiring(4), LEDGER, 3);
    assertThat(reader.take()).isNotNull();
    assertThatThrownBy(reader::take).isInstanceOf(OffsetOutOfRangeException.class);
  }

  @Test
  void whoJudgesTheLogIsToldWhereItGaveUp() {
    PeekingReader reader = new PeekingReader(new Silent(), LEDGER, 3);
    assertThat(reader.take()).isNotNull();
    assertThat(reader.take()).isNull();
    assertThat(reader.stuckAt()).isOne();
  }

  @Test
  void whoAnswersFromTheLogDoesNotTakeSilenceForItsEnd() {
    PeekingReader reader = new PeekingReader(new Silent(), LEDGER, 3).orFail();
    assertThat(reader.take()).isNotNull();
    assertThatThrownBy(reader::take)
        .isInstanceOf(TimeoutException.class)
        .hasMessage("the broker sends nothing of bots-ledger/3 from offset 1 on, which ends at 2");
  }
}
