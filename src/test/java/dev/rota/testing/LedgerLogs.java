package dev.rota.testing;

import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.topics.LedgerFrame;
import dev.rota.road.topics.RequiredTopics;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** A ledger of one partition in memory, which may grow, be cut, be made anew or be out of reach. */
public final class LedgerLogs implements TopicLogs {
  private static final int SCHEMA_ID = 7;
  private static final long POLL_NANOS = 20_000_000;

  private final TopicPartition ledger;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private String id = "id";
  private boolean away;
  private boolean still;
  private Error error;
  private long promised;

  public LedgerLogs(String domain, List<byte[]> pages) {
    this.ledger = new TopicPartition(RequiredTopics.ledger(domain), 0);
    pages.forEach(this::append);
  }

  public synchronized void append(byte[] page) {
    byte[] framed =
        ByteBuffer.allocate(1 + Integer.BYTES + page.length)
            .put((byte) 0)
            .putInt(SCHEMA_ID)
            .put(page)
            .array();
    records.add(record(page, framed));
    notifyAll();
  }

  /** All of them. */
  public synchronized List<ConsumerRecord<byte[], byte[]>> records() {
    return List.copyOf(records);
  }

  /** As the engine writes it, if it is a page. */
  private ConsumerRecord<byte[], byte[]> record(byte[] page, byte[] framed) {
    long offset = records.size();
    try {
      LedgerFrame frame = LedgerFrame.of(new PageWire().decode(page));
      return OfflineRecord.of(ledger, offset, frame.millis(), frame.key(), framed, frame.headers());
    } catch (PageWire.BadPage _) {
      return new ConsumerRecord<>(ledger.topic(), 0, offset, new byte[] {'0'}, framed);
    }
  }

  /** Removes its last records. */
  public synchronized void cut(int last) {
    records.subList(records.size() - last, records.size()).clear();
  }

  /** As if it had been deleted and created again; null: it was deleted. */
  public synchronized void remake(String newId) {
    id = newId;
  }

  /** From now on, it answers or does not. */
  public synchronized void away(boolean isAway) {
    away = isAway;
  }

  /** As if it were a file, which does not grow. */
  public LedgerLogs still() {
    still = true;
    return this;
  }

  @Override
  public boolean isStill() {
    return still;
  }

  /** From now on, it says that so many more records are committed than it gives. */
  public synchronized void promise(long records) {
    promised = records;
  }

  /** From now on, whoever reads it fails so. */
  public synchronized void fail(Error with) {
    error = with;
  }

  private synchronized long committed() {
    return size() + promised;
  }

  private synchronized int size() {
    if (error != null) {
      throw error;
    }
    if (away) {
      throw new TimeoutException("nobody answers");
    }
    return records.size();
  }

  /** Waits a moment if there are none. */
  private synchronized List<ConsumerRecord<byte[], byte[]>> from(long position) {
    try {
      long end = System.nanoTime() + POLL_NANOS;
      while (position >= size() && System.nanoTime() < end) {
        wait(1);
      }
      return List.copyOf(records.subList((int) Math.min(position, size()), size()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  @Override
  public TopicLayout layout() {
    return new TopicLayout("cluster", Map.of(ledger.topic(), new TopicLayout.Topic("id", 1)));
  }

  @Override
  public synchronized String id(String topic) {
    return id;
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
      return size();
    }

    @Override
    public long committed() {
      return LedgerLogs.this.committed();
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
      List<ConsumerRecord<byte[], byte[]>> rest = from(position);
      position += rest.size();
      return rest;
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
