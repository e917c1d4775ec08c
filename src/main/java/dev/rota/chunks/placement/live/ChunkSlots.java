package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.ChunkTable;
import dev.rota.chunks.placement.NamedChunks;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SeaHash;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.placement.live.SlotEdit.Content;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The chunks of a placement, each in a slot. */
final class ChunkSlots {
  private static final int LENGTH_MIN = 16; // arrays start empty: many networks have no chunk

  /** Beside as many names as there are chunks, so many more are kept that no chunk has any more. */
  private static final int SPARE = 1000;

  private static final int[] NO_INTS = {};
  private static final char[] NO_CHARS = {};

  /** Null before the first chunk. */
  private NamedChunks named;

  private List<SoftwareVersion> versions = List.of();
  private final OrderMaintenanceList order = new OrderMaintenanceList(this);

  /** The number of each chunk by its name and size. */
  private int[] entries = NO_INTS;

  /** The size of each chunk; -1 for one beyond an int, which its entry tells. */
  private int[] bytes = NO_INTS;

  private char[] weights = NO_CHARS;

  /** The minimum version's index in the list, from 1; 0 for none. */
  private char[] restrictions = NO_CHARS;

  private final FreeSlots free = new FreeSlots();

  /** Chunks that left the placement, but still have their places in the order. */
  private final BitSet gone = new BitSet(0);

  /** Marks for the caller. A reused slot starts unmarked. */
  private final BitSet marked = new BitSet(0);

  /** Slots that the previous demand dropped: they can still be read. */
  private int[] left = NO_INTS;

  /** Allows slots that the previous demand dropped to be reused. Their chunks are gone then. */
  void release() {
    Arrays.stream(left).forEach(this::give);
    left = NO_INTS;
    tighten();
  }

  /**
   * Leaves names behind that no chunk has any more, once they are most. Whoever listed some still
   * has all.
   */
  private void tighten() {
    if (named == null || named.count() <= 2 * order.size() + SPARE) {
      return;
    }
    NamedChunks tight = new NamedChunks();
    for (int slot : order.slots()) {
      entries[slot] = tight.add(named, entries[slot]);
    }
    named = tight;
  }

  /** Returns the changes of a demand. New chunks get their slots here. */
  List<SlotEdit> edits(PlacementDemand demand) {
    SlotEdits edits = new SlotEdits(this);
    demand.changes().each(edits::change, edits::drop);
    return edits;
  }

  /** Returns what a slot gets of a chunk. */
  Content content(Chunk chunk, Content was) {
    begin();
    boolean sameSize = was != null && was.bytes() == chunk.bytes();
    int entry = sameSize ? was.entry() : named.add(chunk);
    char restriction = chunk.leastVersion() == null ? 0 : restriction(chunk.leastVersion());
    return content(entry, chunk.weight(), restriction);
  }

  Content content(int slot) {
    return content(entries[slot], weights[slot], restrictions[slot]);
  }

  Content content(int entry, int weight, char restriction) {
    return new Content(entry, named.bytes(entry), weight, restriction, version(restriction));
  }

  private SoftwareVersion version(char restriction) {
    return restriction == 0 ? null : versions.get(restriction - 1);
  }

  /** Returns the slot of a chunk by its name, or a negative number. */
  int slot(ChunkName name) {
    return order.find(NamedChunks.Wanted.of(name));
  }

  private void begin() {
    if (named == null) {
      named = new NamedChunks();
      versions = new ArrayList<>();
    }
  }

  private NamedChunks named() {
    return named == null ? new NamedChunks() : named;
  }

  /** Takes a slot that no chunk has. */
  int vacant() {
    int slot = free.take();
    if (slot >= bytes.length) {
      int more = Math.max(LENGTH_MIN, slot + slot / 4);
      entries = Arrays.copyOf(entries, more);
      bytes = Arrays.copyOf(bytes, more);
      weights = Arrays.copyOf(weights, more);
      restrictions = Arrays.copyOf(restrictions, more);
    }
    return slot;
  }

  private void give(int slot) {
    marked.clear(slot);
    free.give(slot);
  }

  void apply(List<SlotEdit> edits) {
    int[] fresh = new int[edits.size()];
    int count = 0;
    for (SlotEdit edit : edits) {
      if (edit.is() == null) {
        gone.set(edit.slot());
      } else {
        set(edit.slot(), edit.is());
        if (edit.was() == null) {
          fresh[count++] = edit.slot();
        }
      }
    }
    order.insert(Arrays.copyOf(fresh, count));
  }

  /** Reverts {@link #edits} that are not applied, or no longer. */
  void forget(List<SlotEdit> edits) {
    for (SlotEdit edit : edits) {
      if (edit.was() == null) {
        give(edit.slot());
      }
    }
    tighten();
  }

  /** Reverts {@link #apply}. New chunks keep their slots, so that edits can be applied again. */
  void undo(List<SlotEdit> edits) {
    for (SlotEdit edit : edits) {
      if (edit.was() == null) {
        order.remove(edit.slot());
      } else {
        gone.clear(edit.slot());
        set(edit.slot(), edit.was());
      }
    }
  }

  /** Removes dropped chunks from the order. */
  void commit(List<SlotEdit> edits) {
    left = edits.stream().filter(edit -> edit.is() == null).mapToInt(SlotEdit::slot).toArray();
    for (int slot : left) {
      order.remove(slot);
      gone.clear(slot);
    }
  }

  private void set(int slot, Content content) {
    entries[slot] = content.entry();
    bytes[slot] = content.bytes() <= Integer.MAX_VALUE ? (int) content.bytes() : -1;
    weights[slot] = (char) content.weight();
    restrictions[slot] = content.restriction();
  }

  private char restriction(SoftwareVersion version) {
    int known = versions.indexOf(version);
    if (known < 0) {
      known = versions.size();
      versions.add(version);
    }
    if (known >= Character.MAX_VALUE) {
      throw new IllegalArgumentException("more than 65535 different versions were asked for");
    }
    return (char) (known + 1);
  }

  void mark(int slot, boolean mark) {
    marked.set(slot, mark);
  }

  /** Returns the slots of a dataset's unmarked chunks. */
  int[] unmarked(String dataset) {
    int number = named().dataset(dataset);
    return Arrays.stream(order.slots())
        .filter(slot -> !marked.get(slot) && named.dataset(entries[slot]) == number)
        .toArray();
  }

  void unmark(String dataset) {
    int number = named().dataset(dataset);
    marked.stream().filter(slot -> named.dataset(entries[slot]) == number).forEach(marked::clear);
  }

  int size() {
    return order.size() - gone.cardinality();
  }

  /** Returns a number greater than any slot in use. */
  int limit() {
    return free.limit();
  }

  /** As workers hold it. Nobody changes its bytes. */
  SizedChunk sized(int slot) {
    return named.chunk(entries[slot]);
  }

  /** As above, for these slots. Later they may have other chunks. */
  NamedChunks.Listed sized(int[] slots) {
    int[] listed = new int[slots.length];
    for (int at = 0; at < slots.length; at++) {
      listed[at] = entries[slots[at]];
    }
    return named().list(listed);
  }

  ChunkName name(int slot) {
    return named.name(entries[slot]);
  }

  Chunk chunk(int slot) {
    ChunkName name = name(slot);
    return new Chunk(
        name.dataset(), name.id(), bytes(slot), weights[slot], version(restrictions[slot]));
  }

  long bytes(int slot) {
    return bytes[slot] < 0 ? named.bytes(entries[slot]) : bytes[slot];
  }

  int weight(int slot) {
    return weights[slot];
  }

  boolean restricted(int slot) {
    return restrictions[slot] != 0;
  }

  /** Returns the minimum version of a restricted chunk. */
  SoftwareVersion leastVersion(int slot) {
    return versions.get(restrictions[slot] - 1);
  }

  /** True if the worker satisfies the chunk's minimum version. */
  boolean allows(int slot, PlacementWorker worker) {
    return restrictions[slot] == 0 || worker.satisfies(leastVersion(slot));
  }

  /** Returns a 46-bit number, ascending in placement order. Inserts may change it. */
  long label(int slot) {
    return order.label(slot);
  }

  /** Returns all slots in placement order. */
  int[] inOrder() {
    return Arrays.stream(order.slots()).filter(slot -> !gone.get(slot)).toArray();
  }

  /** Returns the number of chunks before this one. */
  int position(int slot) {
    long before = gone.stream().filter(other -> label(other) < label(slot)).count();
    return order.position(slot) - (int) before;
  }

  /** Sorts slots in placement order. */
  int[] sorted(int[] unsorted) {
    return order.sorted(unsorted);
  }

  ChunkTable table(int[] inOrder) {
    ChunkTable.Builder table = new ChunkTable.Builder(named(), inOrder.length);
    for (int slot : inOrder) {
      table.add(entries[slot], weights[slot], version(restrictions[slot]));
    }
    return table.build();
  }

  /** Returns the hash of a chunk's text. Copies add their tags to it (rule 3). */
  SeaHash text(int slot) {
    SizedChunk chunk = sized(slot);
    byte[] text = new byte[chunk.textLength()];
    chunk.write(text);
    return new SeaHash(text, text.length);
  }

  int compare(int slot, int other) {
    return named.compare(entries[slot], entries[other]);
  }

  int compare(int slot, NamedChunks.Wanted other) {
    return named.compare(entries[slot], other);
  }

  /** Slots that no chunk has. One that was given back is taken before a new one. */
  private static final class FreeSlots {
    private static final int LENGTH_MIN = 16; // many networks never give one back

    private static final int[] NONE = {};

    private int limit;
    private int[] given = NONE;
    private int count;

    int take() {
      return count > 0 ? given[--count] : limit++;
    }

    void give(int slot) {
      if (count == given.length) {
        given = Arrays.copyOf(given, Math.max(LENGTH_MIN, 2 * count));
      }
      given[count++] = slot;
    }

    /** Returns a number greater than any slot that was taken. */
    int limit() {
      return limit;
    }
  }
}
