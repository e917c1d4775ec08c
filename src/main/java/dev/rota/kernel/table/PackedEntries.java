package dev.rota.kernel.table;

import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Entries of bytes, one after the other. A million small ones need no object each. None is moved or
 * removed.
 */
public final class PackedEntries {
  /** Reads and writes numbers in pages. */
  public static final VarHandle INT = byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);

  public static final VarHandle LONG = byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  private static final int PAGE_MIN = 1 << 10; // doubled page by page: most have few entries
  private static final int PAGE_MAX = 1 << 16;

  /** An entry's number has its page above, and below where it begins there, in units. */
  private static final int PAGE_BITS = 13;

  private static final int PAGES_MAX = 1 << Integer.SIZE - 1 - PAGE_BITS;
  private static final int PLACES = (1 << PAGE_BITS) - 1;
  private static final int UNIT = Long.BYTES;

  /** The first page is number 1. */
  private byte[][] pages = {{}};

  /** Where each page goes on. */
  private int[] ends = {0};

  /**
   * Adds an entry of so many zeros, at least one.
   *
   * @return its number, greater than those of earlier entries and than 0
   */
  public int add(int size) {
    if (pages[pages.length - 1].length - ends[pages.length - 1] < size) {
      another(size);
    }
    int last = pages.length - 1;
    int at = ends[last];
    ends[last] = Math.min(pages[last].length, at + rounded(size));
    return last << PAGE_BITS | at / UNIT;
  }

  private void another(int size) {
    if (pages.length == PAGES_MAX) {
      throw new IllegalStateException("more than " + PAGES_MAX + " pages have no numbers");
    }
    int doubled =
        PAGE_MIN << Math.min(pages.length - 1, Integer.numberOfTrailingZeros(PAGE_MAX / PAGE_MIN));
    ends = Arrays.copyOf(ends, pages.length + 1);
    pages = Arrays.copyOf(pages, pages.length + 1);
    pages[pages.length - 1] = new byte[Math.max(doubled, size)];
  }

  /** Returns the entry after one of this size, or 0 if it is the last one. */
  public int after(int entry, int size) {
    int page = entry >>> PAGE_BITS;
    int at = place(entry) + rounded(size);
    if (at < ends[page]) {
      return page << PAGE_BITS | at / UNIT;
    }
    return page + 1 < pages.length ? page + 1 << PAGE_BITS : 0;
  }

  /** What an entry takes of its page. */
  private static int rounded(int size) {
    return (size + UNIT - 1) / UNIT * UNIT;
  }

  /** The page that has the entry. */
  public byte[] page(int entry) {
    return pages[entry >>> PAGE_BITS];
  }

  /** Where the entry begins in its page. */
  public static int place(int entry) {
    return (entry & PLACES) * UNIT;
  }
}
