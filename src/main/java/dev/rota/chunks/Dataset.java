package dev.rota.chunks;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What is listed of a dataset, counted as it comes and goes. */
final class Dataset {
  /** Chunks of one weight. */
  record Share(long chunks, long bytes) {
    static final Share NOTHING = new Share(0, 0);
  }

  private final Supplier<Map<String, Long>> listed;
  private final TreeMap<Integer, Share> shares = new TreeMap<>();
  private List<Segment> segments;
  private long chunks;
  private long bytes;
  private final Ranges ranges = new Ranges();

  /** Weights are others: what is listed tells. */
  private boolean stale;

  /**
   * Of no chunks.
   *
   * @param listed all chunks by id, with their bytes; asked when counting on does not do
   */
  Dataset(List<Segment> segments, Supplier<Map<String, Long>> listed) {
    this.segments = segments;
    this.listed = listed;
  }

  long chunks() {
    return chunks;
  }

  long bytes() {
    return bytes;
  }

  /** The highest that any chunk's id tells of; 0: none does. */
  long lastBlock() {
    return ranges.last();
  }

  /** The blocks that its chunks' ids tell of. */
  Ranges ranges() {
    return ranges;
  }

  List<Segment> segments() {
    return segments;
  }

  /** By weight; chunks before the first segment are in none. */
  Map<Integer, Share> shares() {
    recount();
    return shares;
  }

  /** How many chunks are in none. */
  long excluded() {
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
      listed.get().forEach((id, size) -> share(id, size, 1));
    }
  }
}
