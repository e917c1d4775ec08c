package dev.rota.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** A broker that sends no more than the first of two records. */
final class PeekingReaderTest {
  private static final TopicPartition LEDGER = new TopicPartition("bots-ledger", 3);

  private static final class Silent implements Logs.Log {
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
