package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.stream.past.LedgerEnd;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.past.RetainedCheckpoints;
import dev.rota.road.topics.PageHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** What a task finds in its ledger, which is a list. */
final class LedgerInMemory implements PastLedger {
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private long begin;
  private long pages;
  private byte[] seal;
  private boolean written = true;
  private int read;

  /** It ends with that page, which nobody reads again. */
  void endAt(long page, byte[] itsSeal) {
    if (page > pages) {
      pages = page;
      seal = itsSeal;
    }
  }

  /** It is made anew. */
  void empty() {
    records.clear();
    pages = 0;
    seal = null;
    written = false;
  }

  /** So many of its first records are removed. */
  void remove(int count) {
    records.subList(0, count).clear();
    begin += count;
    if (records.isEmpty()) {
      pages = 0;
      seal = null;
    }
  }

  /** It is made anew while it is written: its first pages were never in it. */
  void behead(int count) {
    records.subList(0, count).clear();
  }

  /** A page in Avro binary. */
  void page(long number, byte[] bytes) {
    add(new RecordHeaders().add(PageHeaders.PAGE, Long.toString(number).getBytes(UTF_8)), bytes);
    pages = number;
    seal = PageWire.seal(bytes);
  }

  /** A record that is no page. */
  void other(byte[] bytes) {
    add(new RecordHeaders(), bytes);
  }

  private void add(Headers headers, byte[] bytes) {
    headers.add("__value_schema_id", new byte[5]); // the value has no prefix
    records.add(
        OfflineRecord.of(
            new TopicPartition("alarms-ledger", 0),
            records.size(),
            0,
            new byte[0],
            bytes,
            headers));
  }

  List<ConsumerRecord<byte[], byte[]>> records() {
    return records;
  }

  /** How many records were read so far. */
  int read() {
    return read;
  }

  @Override
  public LedgerEnd end(int partition) {
    long first = records.isEmpty() ? 0 : PageHeaders.number(records.get(0).headers());
    return new LedgerEnd(pages, seal, written, begin, begin == 0 ? first : 0);
  }

  @Override
  public void readAfter(int partition, long page, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (PageHeaders.number(record.headers()) > page) {
        read++;
        to.accept(record);
      }
    }
  }

  @Override
  public void readAll(int partition, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    read += records.size();
    records.forEach(to);
  }

  @Override
  public void readFrom(
      TopicPartition partition, long offset, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    // All of the changelog is restored.
  }

  @Override
  public RetainedCheckpoints kept(Domain domain, int partition) {
    return RetainedCheckpoints.none();
  }
}
