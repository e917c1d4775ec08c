package dev.rota.lab.bench;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.road.stream.RocksDbBounds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/** Rows in RocksDB with the settings of a task's store, without Kafka. */
final class RocksRows implements Rows, AutoCloseable {
  private final RocksDbBounds bounds = new RocksDbBounds();
  private final Options options = new Options().setCreateIfMissing(true);
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final RocksDB store;

  RocksRows(Path dir) {
    options.setTableFormatConfig(new BlockBasedTableConfig());
    bounds.setConfig("lanes", options, Map.of());
    try {
      store = RocksDB.open(options, dir.toString());
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public byte[] get(byte[] key) {
    try {
      return store.get(key);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      store.put(unlogged, key, value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void remove(byte[] key) {
    try {
      store.delete(unlogged, key);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public List<Row> page(KeySpan span, int limit) {
    List<Row> page = new ArrayList<>();
    try (RocksIterator rows = store.newIterator()) {
      for (rows.seek(span.from()); rows.isValid() && page.size() < limit; rows.next()) {
        byte[] key = rows.key();
        if (span.to() != null && Arrays.compareUnsigned(key, span.to()) >= 0) {
          break;
        }
        page.add(new Row(key, rows.value()));
      }
    }
    return page;
  }

  private static IllegalStateException failed(RocksDBException e) {
    return new IllegalStateException("the benchmark's store failed", e);
  }

  @Override
  public void close() {
    store.close();
    unlogged.close();
    options.close();
    bounds.close("lanes", options);
  }
}
