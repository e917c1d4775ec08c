package dev.rota.chunks.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The sorted block ranges of a dataset's chunks. There may be millions, so each takes sixteen
 * bytes. Pages make inserts and removals cheap.
 */
public final class BlockRangeList {
  private static final int SIZE = 256;

  /** A run of adjacent ranges. */
  private static final class Page {
    private final long[] firsts = new long[SIZE];
    private final long[] lasts = new long[SIZE];
    private int count;

    /** True if another list uses the page. A writer copies it first. */
    private boolean shared;

    private Page copy() {
      Page copy = new Page();
      copy.count = count;
      System.arraycopy(firsts, 0, copy.firsts, 0, count);
      System.arraycopy(lasts, 0, copy.lasts, 0, count);
      return copy;
    }

    /** Returns how many ranges begin before a block. */
    private int index(long first) {
      int at = Arrays.binarySearch(firsts, 0, count, first);
      while (at > 0 && firsts[at - 1] == first) {
        at--;
      }
      return at < 0 ? -at - 1 : at;
    }

    private Page split(int kept) {
      Page second = new Page();
      second.count = count - kept;
      System.arraycopy(firsts, kept, second.firsts, 0, second.count);
      System.arraycopy(lasts, kept, second.lasts, 0, second.count);
      count = kept;
      return second;
    }

    private void shift(int from, int to) {
      System.arraycopy(firsts, from, firsts, to, count - from);
      System.arraycopy(lasts, from, lasts, to, count - from);
      count += to - from;
    }
  }

  private final List<Page> pages = new ArrayList<>();

  /** Returns a copy-on-write copy. */
  BlockRangeList copy() {
    BlockRangeList copy = new BlockRangeList();
    pages.forEach(page -> page.shared = true);
    copy.pages.addAll(pages);
    return copy;
  }

  /** Returns a page that may be changed. */
  private Page own(int number) {
    Page page = pages.get(number);
    if (page.shared) {
      page = page.copy();
      pages.set(number, page);
    }
    return page;
  }

  /** Returns the highest block, or 0 if there is none. */
  long last() {
    if (pages.isEmpty()) {
      return 0;
    }
    Page page = pages.get(pages.size() - 1);
    return page.lasts[page.count - 1];
  }

  boolean isEmpty() {
    return pages.isEmpty();
  }

  List<BlockRange> all() {
    List<BlockRange> all = new ArrayList<>();
    for (Page page : pages) {
      for (int at = 0; at < page.count; at++) {
        all.add(new BlockRange(page.firsts[at], page.lasts[at]));
      }
    }
    return all;
  }

  public void add(BlockRange blocks) {
    if (pages.isEmpty()) {
      pages.add(new Page());
    }
    int number = page(blocks.first());
    Page page = own(number);
    int at = page.index(blocks.first());
    if (page.count == SIZE) {
      // Ranges that arrive in order fill their pages.
      Page second = page.split(at == SIZE ? SIZE : SIZE / 2);
      pages.add(number + 1, second);
      if (at >= page.count) {
        at -= page.count;
        page = second;
      }
    }
    page.shift(at, at + 1);
    page.firsts[at] = blocks.first();
    page.lasts[at] = blocks.last();
  }

  /** Removes a range. It must be present. */
  public void remove(BlockRange blocks) {
    int number = page(blocks.first());
    Page page = own(number);
    int at = page.index(blocks.first());
    page.shift(at + 1, at);
    if (page.count == 0) {
      pages.remove(number);
    }
  }

  /** Returns the last page that begins no later than a block, or the first page. */
  private int page(long first) {
    int low = 0;
    int high = pages.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (pages.get(middle).firsts[0] <= first) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns the first accepted range that overlaps, or null if there is none. */
  public BlockRange overlap(BlockRange blocks, Predicate<BlockRange> counts) {
    for (int number = pages.isEmpty() ? 0 : page(blocks.first()); number < pages.size(); number++) {
      Page page = pages.get(number);
      // Ranges do not overlap, so only the one before can reach these blocks.
      for (int at = Math.max(0, page.index(blocks.first()) - 1); at < page.count; at++) {
        if (page.firsts[at] > blocks.last()) {
          return null;
        }
        BlockRange other = new BlockRange(page.firsts[at], page.lasts[at]);
        if (other.last() >= blocks.first() && counts.test(other)) {
          return other;
        }
      }
    }
    return null;
  }
}
