package dev.rota.lab.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
 * first marker: a kill rarely hits it. Or they are lost, as if their markers had been written.
 */
public final class DecidedTransactions {
  private static final byte ONGOING = 1;
  private static final byte PREPARE_COMMIT = 2;
  private static final byte COMPLETE_ABORT = 5;

  private DecidedTransactions() {}

  /** Decides whatever is open in a broker's data; returns how many. */
  static long decide(Path data) throws IOException {
    return each(data, DecidedTransactions::decide);
  }

  /** Loses whatever is open in a broker's data: no marker will come. Returns how many. */
  public static long lose(Path data) throws IOException {
    return each(data, DecidedTransactions::lose);
  }

  private static void decide(TransactionLogValue value) {
    value.setTransactionStatus(PREPARE_COMMIT);
    value.setProducerEpoch((short) (value.producerEpoch() + 1));
  }

  private static void lose(TransactionLogValue value) {
    value.setTransactionStatus(COMPLETE_ABORT);
    value.setTransactionPartitions(List.of());
  }

  private static long each(Path data, Consumer<TransactionLogValue> change) throws IOException {
    try (var dirs = Files.newDirectoryStream(data, "__transaction_state-*")) {
      long decided = 0;
      for (Path dir : dirs) {
        decided += each(dir.resolve("00000000000000000000.log").toFile(), change);
      }
      return decided;
    }
  }

  private static int each(File log, Consumer<TransactionLogValue> change) throws IOException {
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
          change.accept(value);
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
