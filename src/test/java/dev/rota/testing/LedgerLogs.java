package dev.rota.testing;

import dev.rota.audit.logs.KafkaLogs;
import dev.rota.audit.logs.Layout;
import dev.rota.audit.logs.Logs;
import dev.rota.topics.Topics;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A ledger of one partition in memory, which may grow. */
public final class LedgerLogs implements Logs {
  private static final int SCHEMA_ID = 7;

  private final TopicPartition ledger;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

  public LedgerLogs(String domain, List<byte[]> pages) {
    this.ledger = new TopicPartition(Topics.ledger(domain), 0);
    pages.forEach(this::append);
  }

  public void append(byte[] page) {
    byte[] framed =
        ByteBuffer.allocate(1 + Integer.BYTES + page.length)
            .put((byte) 0)
            .putInt(SCHEMA_ID)
            .put(page)
            .array();
    records.add(new ConsumerRecord<>(ledger.topic(), 0, records.size(), new byte[] {'0'}, framed));
  }

  @Override
  public Layout layout() {
    return new Layout("cluster", Map.of(ledger.topic(), new Layout.Topic("id", 1)));
  }

  @Override
  public Log open(TopicPartition partition) {
    return partition.equals(ledger) ? new InMemory() : new KafkaLogs.NoLog();
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return Map.of();
  }

  @Override
  public void close() {
    // It is used again.
  }

  private final class InMemory implements Log {
    private long position;

    @Override
    public long begin() {
      return 0;
    }

    @Override
    public long end() {
      return records.size();
    }

    @Override
    public long written() {
      return end();
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
      List<ConsumerRecord<byte[], byte[]>> rest =
          List.copyOf(records.subList((int) position, records.size()));
      position = records.size();
      return rest;
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
