package dev.rota.lab.bench;

import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.PageHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Measures when records, and the turns in pages, become visible to a read_committed consumer. */
final class VisibilityMeter implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int DIGITS = 3; // significant ones of a latency
  private static final double NANOS = 1e9;
  private static final int PREFIX_BYTES = 5; // magic byte and schema id

  private final PartitionReader<byte[]> reader;
  private final PageWire pages = new PageWire();
  private long counted;

  /** Starts at the current end of the topic. */
  VisibilityMeter(Map<String, Object> kafka, String topic, int partitions) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put("max.poll.records", 10_000);
    List<TopicPartition> all = PartitionReader.partitions(topic, partitions);
    reader = PartitionReader.ofBytes(configs).assign(all).skip(all);
  }

  /**
   * From the first visible record to the last, which excludes the start, the group's rebalance and
   * what an opening replays.
   *
   * @param perSecond records or turns
   * @param cpuMicros of the whole process for each
   */
  record Rate(double perSecond, double cpuMicros) {}

  /** Reads so many records or turns. */
  Rate rate(long count, LongConsumer progress) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long first = 0;
    while (first == 0 && count > 0) {
      first = turns(poll(deadline, 0, count));
    }
    long started = System.nanoTime();
    long cpu = RoadBench.cpuNanos();
    long seen = first;
    while (seen < count) {
      seen += turns(poll(deadline, seen, count));
      progress.accept(seen);
    }
    return new Rate(
        (seen - first) * NANOS / (System.nanoTime() - started),
        (RoadBench.cpuNanos() - cpu) / 1e3 / (seen - first));
  }

  /**
   * Returns the latencies from the records' timestamps, in ms, without the first tenth, which is
   * warm-up.
   *
   * @param sending returns true while more records are sent
   */
  Histogram latencies(BooleanSupplier sending, LongConsumer progress) {
    List<Long> millis = new ArrayList<>();
    long started = System.currentTimeMillis();
    boolean more = true;
    while (more) {
      boolean last = !sending.getAsBoolean();
      ConsumerRecords<byte[], byte[]> records = reader.poll(last ? QUIET : POLL);
      long now = System.currentTimeMillis();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        for (long atMillis : times(record)) {
          if (atMillis >= started) { // older records are not measured
            millis.add(now - atMillis);
          }
        }
      }
      progress.accept(millis.size());
      more = !last || !records.isEmpty();
    }
    Histogram latencies = new Histogram(DIGITS);
    millis.stream().skip(millis.size() / 10).forEach(latencies::recordValue);
    return latencies;
  }

  /** Reads until that time or until {@code goesOn} is false. Returns the total count. */
  long until(long nanos, BooleanSupplier goesOn) {
    while (System.nanoTime() < nanos && goesOn.getAsBoolean()) {
      counted += turns(reader.poll(POLL));
    }
    return counted;
  }

  /** Reads until so many are counted in total, or until that time. Returns the total count. */
  long untilAll(long count, long nanos) {
    return until(nanos, () -> counted < count);
  }

  private static long turns(ConsumerRecords<byte[], byte[]> records) {
    long turns = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      turns += PageHeaders.turns(record.headers());
    }
    return turns;
  }

  /** The times of a page's turns, or that of the record. */
  private List<Long> times(ConsumerRecord<byte[], byte[]> record) {
    return PageHeaders.number(record.headers()) == 0
        ? List.of(record.timestamp())
        : pages
            .decode(Arrays.copyOfRange(record.value(), PREFIX_BYTES, record.value().length))
            .turns()
            .stream()
            .map(TurnEntry::atMillis)
            .toList();
  }

  private ConsumerRecords<byte[], byte[]> poll(long deadlineNanos, long seen, long count) {
    if (System.nanoTime() > deadlineNanos) {
      throw new TimeoutException("only " + seen + " of " + count + " records became visible");
    }
    return reader.poll(POLL);
  }

  @Override
  public void close() {
    reader.close();
  }
}
