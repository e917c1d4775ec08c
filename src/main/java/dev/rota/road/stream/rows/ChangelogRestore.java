package dev.rota.road.stream.rows;

import dev.rota.kernel.ledger.packs.PackUnpacker;
import dev.rota.kernel.ledger.packs.RowRestorer;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStoreContext;

/** Restores the rows of a task from the records of its changelog: of an active task or a copy. */
public record ChangelogRestore(Rows disk) implements BatchingStateRestoreCallback {
  private static final int AT_ONCE = 10_000;

  /** The same context, but for how a store that is opened in it is restored. */
  public StateStoreContext in(StateStoreContext context) {
    return (StateStoreContext)
        Proxy.newProxyInstance(
            StateStoreContext.class.getClassLoader(),
            new Class<?>[] {StateStoreContext.class},
            (_, method, arguments) -> {
              if (method.getName().equals("register")) {
                arguments[1] = this; // the store's own callback knows no packs
              }
              try {
                return method.invoke(context, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public void restoreAll(Collection<KeyValue<byte[], byte[]>> records) {
    Restored rows = new Restored(disk, new ArrayList<>());
    PackUnpacker unpacker = new PackUnpacker(disk, rows);
    records.forEach(record -> unpacker.take(record.key, record.value));
    rows.write();
  }

  private record Restored(Rows disk, List<Row> rows) implements PackUnpacker.Into {
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
      new RowRestorer(disk).none();
    }
  }
}
