package dev.rota.lab.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;

/**
 * A dead broker's transactions, each moved on to the moment between its decision to commit and the
 * first marker: a kill rarely hits it.
 */
final class DecidedTransactions {
  private static final byte ONGOING = 1;
  private static final byte PREPARE_COMMIT = 2;

  private DecidedTransactions() {}

  /** Decides whatever is open in a broker's data; returns how many. */
  static long decide(Path data) throws IOException {
    try (var dirs = Files.newDirectoryStream(data, "__transaction_state-*")) {
      long decided = 0;
      for (Path dir : dirs) {
        decided += decide(dir.resolve("00000000000000000000.log").toFile());
      }
      return decided;
    }
  }

  private static int decide(File log) throws IOException {
    try (FileRecords records = FileRecords.open(log)) {
      Map<ByteBuffer, Record> last = new LinkedHashMap<>();
      long end = 0;
      for (Record record : records.records()) {
        last.put(record.key().duplicate(), record);
        end = record.offset() + 1;
      }
      int decided = 0;
      for (Record record : last.values()) {
        ByteBuffer bytes = record.value().duplicate();
        short version = bytes.getShort();
        var value = new TransactionLogValue(new ByteBufferAccessor(bytes), version);
        if (value.transactionStatus() == ONGOING) {
          value.setTransactionStatus(PREPARE_COMMIT);
          value.setProducerEpoch((short) (value.producerEpoch() + 1));
          byte[] now = MessageUtil.toVersionPrefixedBytes(version, value);
          var as = new SimpleRecord(record.timestamp(), bytes(record.key()), now);
          records.append(MemoryRecords.withRecords(end + decided, Compression.NONE, 0, as));
          decided++;
        }
      }
      return decided;
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
