package dev.rota.chunks.model;

import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The sorted block ranges of a dataset's chunks. There may be millions, so each takes a few bytes.
 * They are in pages, of which one is open: to read or change another, it is opened.
 */
public final class BlockRangeList {
  private static final int SIZE = 256;

  /**
   * A run of adjacent ranges. Lists share it.
   *
   * @param first its first block
   * @param last the last block of its last range
   * @param ranges each as the distance from the one before, and what its last block is beyond
   */
  private record Page(long first, long last, byte[] ranges) {}

  private final List<Page> pages = new ArrayList<>();

  /** The number of the open page; -1: none. */
  private int opened = -1;

  /** True if the open page is not what its record says. */
  private boolean changed;

  /** The ranges of the open page. */
  private long[] firsts;

  private long[] lasts;
  private int count;

  /** Returns an independent copy. */
  BlockRangeList copy() {
    close();
    BlockRangeList copy = new BlockRangeList();
    copy.pages.addAll(pages);
    return copy;
  }

  private void open(int number) {
    if (number == opened) {
      return;
    }
    close();
    if (firsts == null) {
      firsts = new long[SIZE];
      lasts = new long[SIZE];
    }
    FieldReader in = new FieldReader(pages.get(number).ranges);
    long before = 0;
    count = 0;
    while (in.hasMore()) {
      firsts[count] = before + in.number();
      lasts[count] = firsts[count] + in.number();
      before = lasts[count++];
    }
    opened = number;
  }

  private void close() {
    if (changed) {
      pages.set(opened, page(0, count));
    }
    opened = -1;
    changed = false;
  }

  private Page page(int from, int to) {
    FieldWriter out = new FieldWriter();
    long before = 0;
    for (int at = from; at < to; at++) {
      out.number(firsts[at] - before).number(lasts[at] - firsts[at]);
      before = lasts[at];
    }
    return new Page(firsts[from], before, out.toBytes());
  }

  /** Returns how many ranges of the open page begin before a block. */
  private int index(long first) {
    int at = Arrays.binarySearch(firsts, 0, count, first);
    while (at > 0 && firsts[at - 1] == first) {
      at--;
    }
    return at < 0 ? -at - 1 : at;
  }

  private void shift(int from, int to) {
    System.arraycopy(firsts, from, firsts, to, count - from);
    System.arraycopy(lasts, from, lasts, to, count - from);
    count += to - from;
    changed = true;
  }

  /** Returns the highest block, or 0 if there is none. */
  long last() {
    int number = pages.size() - 1;
    return number < 0 ? 0 : number == opened ? lasts[count - 1] : pages.get(number).last;
  }

  boolean isEmpty() {
    return pages.isEmpty();
  }

  List<BlockRange> all() {
    List<BlockRange> all = new ArrayList<>();
    for (int number = 0; number < pages.size(); number++) {
      open(number);
      for (int at = 0; at < count; at++) {
        all.add(new BlockRange(firsts[at], lasts[at]));
      }
    }
    return all;
  }

  public void add(BlockRange blocks) {
    if (pages.isEmpty()) {
      pages.add(new Page(blocks.first(), 0, new byte[0]));
    }
    open(number(blocks.first()));
    int at = index(blocks.first());
    if (count == SIZE) {
      at = split(at);
    }
    shift(at, at + 1);
    firsts[at] = blocks.first();
    lasts[at] = blocks.last();
  }

  /** Makes two pages of the full one. Opens the one for a range at this place, and returns it. */
  private int split(int at) {
    // Ranges that arrive in order fill their pages.
    int kept = at == SIZE ? SIZE : SIZE / 2;
    int number = opened;
    pages.set(number, page(0, kept));
    pages.add(number + 1, kept == SIZE ? new Page(0, 0, new byte[0]) : page(kept, count));
    opened = -1;
    changed = false;
    open(at < kept ? number : number + 1);
    return at < kept ? at : at - kept;
  }

  /** Removes a range. It must be present. */
  public void remove(BlockRange blocks) {
    open(number(blocks.first()));
    int at = index(blocks.first());
    shift(at + 1, at);
    if (count == 0) {
      pages.remove(opened);
      opened = -1;
      changed = false;
    }
  }

  /** Returns the last page that begins no later than a block, or the first page. */
  private int number(long first) {
    int low = 0;
    int high = pages.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if ((middle == opened ? firsts[0] : pages.get(middle).first) <= first) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns the first accepted range that overlaps, or null if there is none. */
  public BlockRange overlap(BlockRange blocks, Predicate<BlockRange> counts) {
    int number = pages.isEmpty() ? 0 : number(blocks.first());
    for (; number < pages.size(); number++) {
      open(number);
      // Ranges do not overlap, so only the one before can reach these blocks.
      for (int at = Math.max(0, index(blocks.first()) - 1); at < count; at++) {
        if (firsts[at] > blocks.last()) {
          return null;
        }
        BlockRange other = new BlockRange(firsts[at], lasts[at]);
        if (other.last() >= blocks.first() && counts.test(other)) {
          return other;
        }
      }
    }
    return null;
  }
}
