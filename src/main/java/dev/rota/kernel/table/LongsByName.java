package dev.rota.kernel.table;

import static dev.rota.kernel.table.PackedEntries.INT;
import static dev.rota.kernel.table.PackedEntries.LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers by their names, in the order in which the names came. There may be millions: a name and
 * its number take half of what they take in a map of objects. A name must be valid UTF-16, as what
 * was read from UTF-8 is.
 */
public final class LongsByName extends HashPlaces<String> {
  /** Beside as many names as there are, so many more stay in memory that were removed. */
  private static final int SPARE = 1000;

  /** Of an entry: the number, the name's length and one more, and the name. Negative: removed. */
  private static final int LENGTH = 8;

  private static final int NAME = 12;

  private PackedEntries pages = new PackedEntries();
  private int first;
  private int removed;

  /** The entry of each place. */
  private int[] entries = FREE;

  /** Entries that are too far from their home; none as a rule. */
  private Map<String, Integer> crowded = Map.of();

  /** Receives a name with its number. */
  public interface Reader {
    void take(String name, long number);
  }

  public int size() {
    return placed + crowded.size();
  }

  public boolean isEmpty() {
    return size() == 0;
  }

  public boolean has(String name) {
    return entry(name) != 0;
  }

  /** Returns the number, or {@code none} if there is none of this name. */
  public long get(String name, long none) {
    int entry = entry(name);
    return entry == 0 ? none : number(entry);
  }

  /** Sets the number of this name. Returns the one before, or {@code none}. */
  public long put(String name, long number, long none) {
    int entry = entry(name);
    if (entry == 0) {
      add(name, number);
      return none;
    }
    long before = number(entry);
    LONG.set(pages.page(entry), PackedEntries.place(entry), number);
    return before;
  }

  /** Removes the number of this name. Returns it, or {@code none}. */
  public long remove(String name, long none) {
    int place = find(name, hash(name));
    int entry = place >= 0 ? entries[place] : crowded.getOrDefault(name, 0);
    if (entry == 0) {
      return none;
    }
    if (place >= 0) {
      close(place);
    } else {
      crowded.remove(name);
    }
    byte[] page = pages.page(entry);
    int at = PackedEntries.place(entry) + LENGTH;
    INT.set(page, at, -(int) INT.get(page, at));
    long before = number(entry);
    if (++removed > size() + SPARE) {
      tighten();
    }
    return before;
  }

  /** Passes on all names. They may not change meanwhile. */
  public void each(Reader into) {
    for (int entry = first; entry != 0; entry = pages.after(entry, NAME + length(entry))) {
      if (!isRemoved(entry)) {
        into.take(name(entry), number(entry));
      }
    }
  }

  /** A copy, sorted by name. */
  public Map<String, Long> sorted() {
    Map<String, Long> sorted = new TreeMap<>();
    each(sorted::put);
    return sorted;
  }

  private void add(String name, long number) {
    byte[] text = name.getBytes(UTF_8);
    int entry = pages.add(NAME + text.length);
    first = first == 0 ? entry : first;
    byte[] page = pages.page(entry);
    int at = PackedEntries.place(entry);
    LONG.set(page, at, number);
    INT.set(page, at + LENGTH, text.length + 1);
    System.arraycopy(text, 0, page, at + NAME, text.length);
    if (hashes == FREE) {
      hashes = new int[PLACES];
      entries = new int[PLACES];
    }
    place(entry, hash(name));
    if (2 * placed > hashes.length) {
      grow();
    }
  }

  private void place(int entry, int hash) {
    int place = take(hash);
    if (place < 0) {
      crowded = crowded.isEmpty() ? new TreeMap<>() : crowded;
      crowded.put(name(entry), entry);
      return;
    }
    entries[place] = entry;
  }

  private int entry(String name) {
    int place = find(name, hash(name));
    return place >= 0 ? entries[place] : crowded.isEmpty() ? 0 : crowded.getOrDefault(name, 0);
  }

  @Override
  boolean isOf(int place, String name) {
    byte[] text = name.getBytes(UTF_8);
    int from = PackedEntries.place(entries[place]) + NAME;
    int to = from + length(entries[place]);
    return Arrays.equals(pages.page(entries[place]), from, to, text, 0, text.length);
  }

  private long number(int entry) {
    return (long) LONG.get(pages.page(entry), PackedEntries.place(entry));
  }

  private boolean isRemoved(int entry) {
    return (int) INT.get(pages.page(entry), PackedEntries.place(entry) + LENGTH) < 0;
  }

  private int length(int entry) {
    return Math.abs((int) INT.get(pages.page(entry), PackedEntries.place(entry) + LENGTH)) - 1;
  }

  private String name(int entry) {
    return new String(pages.page(entry), PackedEntries.place(entry) + NAME, length(entry), UTF_8);
  }

  @Override
  void move(int from, int to) {
    entries[to] = entries[from];
  }

  @Override
  void empty(int place) {
    entries[place] = 0;
  }

  private void grow() {
    int[] at = hashes;
    int[] all = entries;
    hashes = new int[2 * at.length];
    entries = new int[2 * at.length];
    placed = 0;
    for (int place = 0; place < at.length; place++) {
      if (at[place] != 0) {
        place(all[place], at[place]);
      }
    }
  }

  /** Leaves the removed names behind. */
  private void tighten() {
    LongsByName tight = new LongsByName();
    each(tight::add);
    pages = tight.pages;
    first = tight.first;
    hashes = tight.hashes;
    entries = tight.entries;
    placed = tight.placed;
    crowded = tight.crowded;
    removed = 0;
  }
}
