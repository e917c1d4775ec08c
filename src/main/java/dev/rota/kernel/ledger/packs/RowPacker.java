package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes changed rows to a task's disk, and to its changelog as packs. The text of this package
 * says why, and why no row is lost.
 *
 * <pre>
 * 0 … 4          the rows
 * 5           -> {@link PackInventory}
 * 6           -> {@link BasePack}, on disk alone
 * 9 key       -> a single row that the changelog has from before, on disk alone
 * </pre>
 */
public final class RowPacker {
  private static final KeySpan OF_NO_LANE = new KeySpan(new byte[] {2}, new byte[] {5});
  private static final byte BEFORE = 9;
  private static final int AT_ONCE = 10_000;
  private static final byte[] NOTHING = {};

  private final Rows disk;
  private final PackChangelog changelog;
  private final PackSizes sizes;
  private boolean making;
  private boolean copying;
  private long copied;

  /** By so many bytes the rows have grown since the last pass found how many they have. */
  private long grown;

  public RowPacker(Rows disk, PackChangelog changelog, PackSizes sizes) {
    this.disk = disk;
    this.changelog = changelog;
    this.sizes = sizes;
  }

  /**
   * Tells by how many bytes the rows that are written next make all rows grow.
   *
   * @param bytes null: not known. Then growth so far does not count either, so that a pass comes
   *     too early and not too late
   */
  public void grown(Long bytes) {
    grown = bytes == null ? 0 : grown + bytes;
  }

  /** Writes rows of a transaction. A value of null: the row is gone. */
  public void write(List<Row> rows) {
    write(rows, false);
  }

  /** The same, the last ones of a checkpoint. */
  public void checkpoint(List<Row> rows) {
    write(rows, true);
  }

  private void write(List<Row> rows, boolean last) {
    PackInventory before = packs();
    disk.putAll(rows);
    if (making || rows.isEmpty() && !copying) {
      return;
    }
    PackWriter to = new PackWriter(before, changelog, sizes.pack());
    if (before.singles()) {
      cleanSingles(before, rows);
    }
    if (last && (before.singles() || copying || sizes.isDue(before, grown))) {
      to.now(PackInventory::passing);
    }
    rows.forEach(to::add);
    if (last) {
      pass(to, rows.stream().mapToLong(RowPack::bytes).sum());
      clean(to);
    }
    to.close();
    disk.putAll(List.of(to.packs().row()));
  }

  private PackInventory packs() {
    PackInventory packs = PackInventory.known(disk);
    boolean rows = packs == null && !disk.page(new KeySpan(NOTHING, null), 1).isEmpty();
    return packs == null ? PackInventory.none(changelog.freshNumber(), rows) : packs;
  }

  /** A program that knows no packs finds the rows that it knows, and by row 3 that some lack. */
  private void cleanSingles(PackInventory packs, List<Row> changed) {
    if (packs.after() <= RowPack.SINGLE_ROWS) {
      disk.page(OF_NO_LANE, AT_ONCE).forEach(row -> changelog.send(row.key(), row.value()));
    }
    for (Row row : changed) {
      if (row.value() == null) {
        changelog.send(row.key(), null);
      }
    }
  }

  private void pass(PackWriter to, long changed) {
    long budget = copying ? sizes.copy() : sizes.budget(changed);
    while (to.packs().pass() != null && budget > 0) {
      RepackPass pass = to.packs().pass();
      List<Row> some = disk.page(pass.rest(), sizes.rows());
      long packed = some.stream().mapToLong(row -> again(row, to)).sum();
      if (some.size() < sizes.rows()) {
        to.now(packs -> packs.passing(packs.pass().upTo(packs.pass().at(), packed)).passed());
        BasePack.complete(disk);
        grown = 0;
        copying = false;
      } else {
        byte[] at = some.get(some.size() - 1).key();
        to.now(packs -> packs.passing(packs.pass().upTo(at, packed)));
      }
      budget -= packed;
    }
  }

  /** Packs a row again. Returns its bytes. */
  private long again(Row row, PackWriter to) {
    byte[] key = row.key();
    if (key[0] == BEFORE) {
      changelog.send(Arrays.copyOfRange(key, 1, key.length), null);
      disk.remove(key);
      return 0;
    }
    if (PackInventory.isKey(key) || BasePack.isKey(key)) {
      return 0;
    }
    to.add(row);
    if (to.packs().singles()) {
      changelog.send(key, null);
    }
    copied += copying ? 1 : 0;
    return RowPack.bytes(row);
  }

  /**
   * Removes packs from before the last whole pass, the earliest first: a pack with the end of a row
   * must not be gone before the one that has the row.
   */
  private void clean(PackWriter to) {
    long first = to.packs().first();
    long end = Math.min(to.packs().whole(), first + sizes.garbage());
    for (long number = first; number < end; number++) {
      changelog.send(RowPack.key(number), null);
    }
    if (end > first) {
      to.now(packs -> packs.without(end));
    }
  }

  /** All rows are gone, and are made anew: none goes to the changelog until then. */
  public void beginAnew() {
    PackInventory before = packs();
    KeySpan span = new KeySpan(NOTHING, new byte[] {BEFORE});
    List<Row> some = disk.page(span, AT_ONCE);
    while (!some.isEmpty()) {
      List<Row> gone = new ArrayList<>();
      for (Row row : some) {
        gone.add(new Row(row.key(), null));
        if (before.singles()) {
          gone.add(new Row(before(row.key()), NOTHING));
        }
      }
      disk.putAll(gone);
      span = span.after(some.get(some.size() - 1).key());
      some = disk.page(span, AT_ONCE);
    }
    disk.putAll(List.of(before.anew().row(), BasePack.unusable()));
    making = true;
  }

  private static byte[] before(byte[] key) {
    byte[] of = new byte[key.length + 1];
    of[0] = BEFORE;
    System.arraycopy(key, 0, of, 1, key.length);
    return of;
  }

  /** All rows are made. They go to the changelog with the next checkpoints. */
  public void madeAnew() {
    making = false;
    copying = true;
  }

  /** Returns true if the changelog does not have all rows that were made anew. */
  public boolean isCopying() {
    return making || copying;
  }

  /** How many rows that were made anew are in the changelog. */
  public long copied() {
    return copied;
  }
}
