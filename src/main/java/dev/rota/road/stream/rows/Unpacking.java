package dev.rota.road.stream.rows;

import dev.rota.kernel.ledger.packs.IntoRows;
import dev.rota.kernel.ledger.packs.Unpacker;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;

/** Restores the rows of a task from the records of its changelog: of an active task or a copy. */
public record Unpacking(Rows disk) implements BatchingStateRestoreCallback {
  private static final int AT_ONCE = 10_000;

  @Override
  public void restoreAll(Collection<KeyValue<byte[], byte[]>> records) {
    Restored rows = new Restored(disk, new ArrayList<>());
    Unpacker unpacker = new Unpacker(disk, rows);
    records.forEach(record -> unpacker.take(record.key, record.value));
    rows.write();
  }

  private record Restored(Rows disk, List<Row> rows) implements Unpacker.Into {
    @Override
    public void row(Row row) {
      rows.add(row);
      if (rows.size() >= AT_ONCE) {
        write();
      }
    }

    void write() {
      disk.putAll(rows);
      rows.clear();
    }

    @Override
    public void none() {
      rows.clear();
      new IntoRows(disk).none();
    }
  }
}
