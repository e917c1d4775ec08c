package dev.rota.chunks.model;

import dev.rota.chunks.values.BlockSegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** A list of a dataset's chunks with incremental counters. */
public final class Dataset {
  /** The chunks of the list: ids with sizes in bytes. */
  interface Chunks {
    void each(BiConsumer<String, Long> into);
  }

  public record Share(long chunks, long bytes) {
    static final Share NOTHING = new Share(0, 0);
  }

  private final TreeMap<Integer, Share> shares = new TreeMap<>();
  private final BlockRangeList ranges;
  private Chunks all;
  private List<BlockSegment> segments;
  private long chunks;
  private long bytes;

  /** True if weights changed, so that the shares must be recounted. */
  private boolean stale;

  /**
   * Creates an empty list.
   *
   * @param all the chunks, read only to recount
   */
  Dataset(List<BlockSegment> segments, Chunks all) {
    this(segments, new BlockRangeList(), all);
  }

  private Dataset(List<BlockSegment> segments, BlockRangeList ranges, Chunks all) {
    this.segments = segments;
    this.ranges = ranges;
    this.all = all;
  }

  /** Returns an independent copy. */
  Dataset copy(Chunks others) {
    Dataset copy = new Dataset(segments, ranges.copy(), others);
    copy.chunks = chunks;
    copy.bytes = bytes;
    copy.shares.putAll(shares);
    copy.stale = stale;
    return copy;
  }

  /** Sets the source of the chunks for later recounts. */
  void from(Chunks others) {
    all = others;
  }

  public long chunks() {
    return chunks;
  }

  public long bytes() {
    return bytes;
  }

  /** Returns the highest block in the chunks' ids, or 0 if there is none. */
  public long lastBlock() {
    return ranges.last();
  }

  /** Returns the highest block in the chunks' ids, or null if there is none. */
  public Long height() {
    return ranges.isEmpty() ? null : (Long) ranges.last();
  }

  /** Returns the block ranges in the chunks' ids. */
  public BlockRangeList ranges() {
    return ranges;
  }

  public List<BlockSegment> segments() {
    return segments;
  }

  /** Returns a chunk's segment. A chunk before the first segment has none and is not placed. */
  public Optional<BlockSegment> segment(String chunk) {
    return segment(chunk, segments);
  }

  /** Returns the one of other segments that a chunk would have. */
  public Optional<BlockSegment> segment(String chunk, List<BlockSegment> others) {
    return BlockSegment.of(others, BlockRange.of(chunk).first(), lastBlock());
  }

  /** Returns the shares by weight. Chunks before the first segment are in no share. */
  public Map<Integer, Share> shares() {
    recount();
    return shares;
  }

  /** Returns the number of chunks before the first segment. */
  public long excluded() {
    return chunks - shares().values().stream().mapToLong(Share::chunks).sum();
  }

  void adopt(List<BlockSegment> next) {
    if (!next.equals(segments)) {
      segments = next;
      stale = true;
    }
  }

  void add(String chunk, long size) {
    chunks++;
    bytes += size;
    BlockRange told = BlockRange.told(chunk);
    if (told != null) {
      long before = lastBlock();
      ranges.add(told);
      moved(before);
    }
    share(chunk, size, 1);
  }

  void remove(String chunk, long size) {
    chunks--;
    bytes -= size;
    BlockRange told = BlockRange.told(chunk);
    if (told != null) {
      long before = lastBlock();
      ranges.remove(told);
      moved(before);
    }
    share(chunk, -size, -1);
  }

  /** Marks the shares as stale if relative segments now count from another last block. */
  private void moved(long before) {
    stale |= lastBlock() != before && isRelative(segments);
  }

  static boolean isRelative(List<BlockSegment> segments) {
    return segments.get(segments.size() - 1).from() < 0;
  }

  private void share(String chunk, long size, int count) {
    if (!stale) {
      segment(chunk)
          .ifPresent(
              segment ->
                  shares.compute(
                      segment.weight(),
                      (_, was) -> sum(was == null ? Share.NOTHING : was, count, size)));
    }
  }

  /** Returns null if no chunk is left. */
  private static Share sum(Share was, int count, long size) {
    return was.chunks + count == 0 ? null : new Share(was.chunks + count, was.bytes + size);
  }

  private void recount() {
    if (stale) {
      stale = false;
      shares.clear();
      all.each((id, size) -> share(id, size, 1));
    }
  }
}
