package dev.rota.lab.bench;

import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.topics.PageHeaders;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/**
 * What a ledger takes on disk, compressed with lz4: in its pages, and with a page for each turn.
 */
final class LedgerSize {
  private static final Compression LZ4 = Compression.lz4().build();
  private static final int PREFIX_BYTES = 5; // magic byte and schema id
  private static final int BATCH_RECORDS = 256; // some 100 KB, as a producer fills a batch

  private final PageWire pages = new PageWire();

  /** Of pages of one turn. */
  private final PageWriter writer = new PageWriter(0, PageEnd.START, 1);

  private long turns;
  private long inPages;
  private long alone;

  /** Adds a page, which is a batch of its own: there is one a transaction. */
  void add(ConsumerRecord<byte[], byte[]> page) {
    inPages += bytes(List.of(record(page.timestamp(), page.key(), page.value(), page.headers())));
    byte[] prefix = Arrays.copyOf(page.value(), PREFIX_BYTES);
    byte[] plain = Arrays.copyOfRange(page.value(), PREFIX_BYTES, page.value().length);
    List<SimpleRecord> batch = new ArrayList<>();
    for (TurnEntry turn : pages.decode(plain).turns()) {
      turns++;
      batch.add(alone(turn, prefix));
      if (batch.size() == BATCH_RECORDS) {
        alone += bytes(batch);
        batch.clear();
      }
    }
    alone += batch.isEmpty() ? 0 : bytes(batch);
  }

  private SimpleRecord alone(TurnEntry turn, byte[] prefix) {
    writer.add(turn);
    // A page has no digest of the state after each turn. Bytes of a seal are as random.
    long stateDigest = ByteBuffer.wrap(writer.end().seal()).getLong();
    PageWriter.Closed page = writer.close(_ -> stateDigest);
    byte[] value = Arrays.copyOf(prefix, PREFIX_BYTES + page.bytes().length);
    System.arraycopy(page.bytes(), 0, value, PREFIX_BYTES, page.bytes().length);
    return record(turn.atMillis(), PageHeaders.key(0), value, PageHeaders.of(page.page()));
  }

  private static SimpleRecord record(long atMillis, byte[] key, byte[] value, Headers headers) {
    return new SimpleRecord(atMillis, key, value, headers.toArray());
  }

  private static long bytes(List<SimpleRecord> batch) {
    return MemoryRecords.withRecords(LZ4, batch.toArray(new SimpleRecord[0])).sizeInBytes();
  }

  long turns() {
    return turns;
  }

  double bytesPerTurn() {
    return (double) inPages / turns;
  }

  double bytesPerTurnAlone() {
    return (double) alone / turns;
  }
}
