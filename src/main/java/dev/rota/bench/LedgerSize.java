package dev.rota.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.PageWire;
import dev.rota.ledger.Source;
import dev.rota.table.Sha256;
import dev.rota.topics.TurnHeaders;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/**
 * What a ledger takes on disk, compressed with lz4: in its pages, and with a record for each turn,
 * as older ledgers have it.
 */
final class LedgerSize {
  private static final Compression LZ4 = Compression.lz4().build();
  private static final int PREFIX_BYTES = 5; // magic byte and schema id
  private static final int BATCH_RECORDS = 256; // some 100 KB, as a producer fills a batch

  private final PageWire pages = new PageWire();
  private final EntryWire entries = new EntryWire();
  private final Map<String, byte[]> seals = new HashMap<>();
  private long turns;
  private long inPages;
  private long asEntries;

  /** Adds a page, which is a batch of its own: there is one a transaction. */
  void add(ConsumerRecord<byte[], byte[]> page) {
    inPages += bytes(List.of(record(page.timestamp(), page.key(), page.value(), page.headers())));
    byte[] prefix = Arrays.copyOf(page.value(), PREFIX_BYTES);
    byte[] plain = Arrays.copyOfRange(page.value(), PREFIX_BYTES, page.value().length);
    List<SimpleRecord> batch = new ArrayList<>();
    for (Entry turn : pages.decode(plain).turns()) {
      turns++;
      batch.add(entry(turn, prefix));
      if (batch.size() == BATCH_RECORDS) {
        asEntries += bytes(batch);
        batch.clear();
      }
    }
    asEntries += batch.isEmpty() ? 0 : bytes(batch);
  }

  private SimpleRecord entry(Entry turn, byte[] prefix) {
    byte[] sealBefore = seals.getOrDefault(turn.lane(), EntryWire.noSeal());
    // A page has no digest of the state after each turn. Bytes of a seal are as random.
    long stateDigest = ByteBuffer.wrap(sealBefore).getLong();
    byte[] sealed = entries.seal(whole(turn), stateDigest, sealBefore);
    seals.put(turn.lane(), PageWire.seal(sealed));
    byte[] value = Arrays.copyOf(prefix, PREFIX_BYTES + sealed.length);
    System.arraycopy(sealed, 0, value, PREFIX_BYTES, sealed.length);
    TurnHeaders headers = new TurnHeaders(new Decided(turn, 0, List.of(), List.of()));
    return record(turn.atMillis(), turn.lane().getBytes(UTF_8), value, headers.ofEntry());
  }

  /** With a source's digest of all 32 bytes. A page has half of it. */
  private static Entry whole(Entry turn) {
    Source from = turn.source();
    return new Entry(
        turn.lane(),
        turn.number(),
        turn.atMillis(),
        turn.kind(),
        from == null
            ? null
            : new Source(
                from.topic(),
                from.partition(),
                from.offset(),
                from.timestampMillis(),
                Sha256.of(from.digest())),
        turn.reason(),
        turn.key(),
        turn.input(),
        turn.outputs(),
        turn.outputsDigest(),
        turn.rules());
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

  double bytesPerEntry() {
    return (double) asEntries / turns;
  }
}
