package dev.rota.chunks.model;

import dev.rota.chunks.values.Segment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** A list of a dataset's chunks, counted as they come and go. */
public final class Dataset {
  /** All chunks of the list by id, with their bytes. */
  interface Chunks {
    void each(BiConsumer<String, Long> into);
  }

  /** Chunks of one weight. */
  public record Share(long chunks, long bytes) {
    static final Share NOTHING = new Share(0, 0);
  }

  private final TreeMap<Integer, Share> shares = new TreeMap<>();
  private final Ranges ranges;
  private Chunks all;
  private List<Segment> segments;
  private long chunks;
  private long bytes;

  /** Weights are others: what is listed tells. */
  private boolean stale;

  /**
   * Of no chunks.
   *
   * @param all asked when counting on does not do
   */
  Dataset(List<Segment> segments, Chunks all) {
    this(segments, new Ranges(), all);
  }

  private Dataset(List<Segment> segments, Ranges ranges, Chunks all) {
    this.segments = segments;
    this.ranges = ranges;
    this.all = all;
  }

  /** The same, which is another list from here on. */
  Dataset copy(Chunks others) {
    Dataset copy = new Dataset(segments, ranges.copy(), others);
    copy.chunks = chunks;
    copy.bytes = bytes;
    copy.shares.putAll(shares);
    copy.stale = stale;
    return copy;
  }

  /** Where its chunks are from here on. */
  void from(Chunks others) {
    all = others;
  }

  public long chunks() {
    return chunks;
  }

  public long bytes() {
    return bytes;
  }

  /** The highest that any chunk's id tells of; 0: none does. */
  public long lastBlock() {
    return ranges.last();
  }

  /** The same; null: no id tells of any. */
  public Long height() {
    return ranges.isEmpty() ? null : (Long) ranges.last();
  }

  /** The blocks that its chunks' ids tell of. */
  public Ranges ranges() {
    return ranges;
  }

  public List<Segment> segments() {
    return segments;
  }

  /** By weight; chunks before the first segment are in none. */
  public Map<Integer, Share> shares() {
    recount();
    return shares;
  }

  /** How many chunks are in none. */
  public long excluded() {
    return chunks - shares().values().stream().mapToLong(Share::chunks).sum();
  }

  void adopt(List<Segment> next) {
    if (!next.equals(segments)) {
      segments = next;
      stale = true;
    }
  }

  void add(String chunk, long size) {
    chunks++;
    bytes += size;
    Blocks told = Blocks.told(chunk);
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
    Blocks told = Blocks.told(chunk);
    if (told != null) {
      long before = lastBlock();
      ranges.remove(told);
      moved(before);
    }
    share(chunk, -size, -1);
  }

  /** Segments may be counted from another last block. */
  private void moved(long before) {
    stale |= lastBlock() != before && isRelative(segments);
  }

  static boolean isRelative(List<Segment> segments) {
    return segments.get(segments.size() - 1).from() < 0;
  }

  private void share(String chunk, long size, int count) {
    if (!stale) {
      Segment.of(segments, Blocks.of(chunk).first(), lastBlock())
          .ifPresent(
              segment ->
                  shares.compute(
                      segment.weight(),
                      (weight, was) -> sum(was == null ? Share.NOTHING : was, count, size)));
    }
  }

  /** Null when nothing is left. */
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
