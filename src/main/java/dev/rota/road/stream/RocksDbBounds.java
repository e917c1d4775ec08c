package dev.rota.road.stream;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One block cache and one write-buffer budget for all stores of the process. Otherwise memory would
 * grow with the number of tasks.
 */
public final class RocksDbBounds implements RocksDBConfigSetter {
  private static final long CACHE_BYTES = 64L << 20;
  private static final long WRITE_BUFFERS_BYTES = 32L << 20;
  private static final long WRITE_BUFFER_BYTES = 4L << 20;
  private static final int WRITE_BUFFERS_MAX = 3;
  private static final long BLOCK_BYTES = 16L << 10;
  private static final double BLOOM_BITS_PER_KEY = 10;

  static {
    RocksDB.loadLibrary();
  }

  // Shared by all stores, so never closed.
  private static final Cache CACHE = new LRUCache(CACHE_BYTES);
  private static final WriteBufferManager WRITE_BUFFERS =
      new WriteBufferManager(WRITE_BUFFERS_BYTES, CACHE);

  private BloomFilter bloom;

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    bloom = new BloomFilter(BLOOM_BITS_PER_KEY);
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(CACHE);
    table.setBlockSize(BLOCK_BYTES);
    table.setFilterPolicy(bloom);
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    table.setPinTopLevelIndexAndFilter(true);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(WRITE_BUFFERS);
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(WRITE_BUFFERS_MAX);
  }

  @Override
  public void close(String store, Options options) {
    bloom.close();
  }
}
