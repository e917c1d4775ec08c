package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.live.SlotEdit.Content;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/** The changes of a demand. There may be millions, so each is made for whoever reads it. */
final class SlotEdits extends AbstractList<SlotEdit> implements RandomAccess {
  private static final int LENGTH_MIN = 16;

  private final ChunkSlots chunks;
  private int size;
  private int[] slots = new int[LENGTH_MIN];

  /** Two of each edit: what the slot had, and what it gets. An entry of 0 is nothing. */
  private int[] entries = new int[2 * LENGTH_MIN];

  private char[] weights = new char[2 * LENGTH_MIN];
  private char[] restrictions = new char[2 * LENGTH_MIN];

  SlotEdits(ChunkSlots chunks) {
    this.chunks = chunks;
  }

  /** Adds a new chunk, or one that may have changed. */
  void change(Chunk chunk) {
    int slot = chunks.slot(ChunkName.of(chunk));
    Content was = slot < 0 ? null : chunks.content(slot);
    if (was == null || !isLike(was, chunk)) {
      Content is = chunks.content(chunk, was);
      add(slot < 0 ? chunks.vacant() : slot, was, is);
    }
  }

  /** True if nothing but the name may differ. */
  private static boolean isLike(Content was, Chunk chunk) {
    return was.bytes() == chunk.bytes()
        && was.weight() == chunk.weight()
        && Objects.equals(was.leastVersion(), chunk.leastVersion());
  }

  /** Adds a chunk that goes, if it is there. */
  void drop(ChunkName name) {
    int slot = chunks.slot(name);
    if (slot >= 0) {
      add(slot, chunks.content(slot), null);
    }
  }

  private void add(int slot, Content was, Content is) {
    if (size == slots.length) {
      int more = size + size / 2;
      slots = Arrays.copyOf(slots, more);
      entries = Arrays.copyOf(entries, 2 * more);
      weights = Arrays.copyOf(weights, 2 * more);
      restrictions = Arrays.copyOf(restrictions, 2 * more);
    }
    slots[size] = slot;
    set(2 * size, was);
    set(2 * size + 1, is);
    size++;
  }

  private void set(int at, Content content) {
    if (content != null) {
      entries[at] = content.entry();
      weights[at] = (char) content.weight();
      restrictions[at] = content.restriction();
    }
  }

  @Override
  public SlotEdit get(int index) {
    return new SlotEdit(slots[index], content(2 * index), content(2 * index + 1));
  }

  private Content content(int at) {
    return entries[at] == 0 ? null : chunks.content(entries[at], weights[at], restrictions[at]);
  }

  @Override
  public int size() {
    return size;
  }
}
