package dev.rota.chunks.placement.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.ChunkTable;
import dev.rota.chunks.placement.SeaHash;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.placement.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The chunks of a placement, each in a slot. */
final class Slots {
  private static final int LENGTH_MIN = 16; // arrays start empty: many networks have no chunk

  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};
  private static final char[] NO_CHARS = {};
  private static final byte[][] NO_BYTES = {};

  private List<String> datasets = List.of();
  private List<byte[]> datasetBytes = List.of();
  private Map<String, Integer> datasetNumbers = Map.of();
  private List<SoftwareVersion> versions = List.of();
  private final OrderMaintenanceList order = new OrderMaintenanceList(this);

  private int[] dataset = NO_INTS;
  private byte[][] ids = NO_BYTES;
  private long[] bytes = NO_LONGS;
  private char[] weights = NO_CHARS;

  /** The minimum version's index in the list, from 1; 0 for none. */
  private char[] restrictions = NO_CHARS;

  private int used;
  private int[] free = NO_INTS;
  private int freed;

  /** Chunks that left the placement, but still have their places in the order. */
  private final BitSet gone = new BitSet(0);

  /** Marks for the caller. A reused slot starts unmarked. */
  private final BitSet marked = new BitSet(0);

  /** Slots that the previous demand dropped: they can still be read. */
  private int[] left = NO_INTS;

  /** Allows slots that the previous demand dropped to be reused. */
  void release() {
    Arrays.stream(left).forEach(this::give);
    left = NO_INTS;
  }

  /** Returns the changes of a demand. New chunks get their slots here. */
  List<Edit> edits(Demand demand) {
    List<Edit> edits = new ArrayList<>();
    for (ChunkName name : demand.gone()) {
      int slot = slot(name.dataset(), name.id());
      if (slot >= 0) {
        edits.add(new Edit(slot, chunk(slot), null));
      }
    }
    for (Chunk chunk : demand.changed()) {
      int slot = slot(chunk.dataset(), chunk.id());
      Chunk was = slot < 0 ? null : chunk(slot);
      if (!chunk.equals(was)) {
        edits.add(new Edit(slot < 0 ? vacant() : slot, was, chunk));
      }
    }
    return edits;
  }

  /** Returns the slot of a chunk by its name, or a negative number. */
  int slot(String named, String id) {
    return order.find(named.getBytes(UTF_8), id.getBytes(UTF_8));
  }

  private int vacant() {
    if (freed > 0) {
      return free[--freed];
    }
    if (used == 0) {
      datasets = new ArrayList<>();
      datasetBytes = new ArrayList<>();
      datasetNumbers = new HashMap<>();
      versions = new ArrayList<>();
    }
    if (used == bytes.length) {
      int more = Math.max(LENGTH_MIN, used + used / 4);
      dataset = Arrays.copyOf(dataset, more);
      ids = Arrays.copyOf(ids, more);
      bytes = Arrays.copyOf(bytes, more);
      weights = Arrays.copyOf(weights, more);
      restrictions = Arrays.copyOf(restrictions, more);
    }
    return used++;
  }

  private void give(int slot) {
    marked.clear(slot);
    if (freed == free.length) {
      free = Arrays.copyOf(free, Math.max(LENGTH_MIN, 2 * freed));
    }
    free[freed++] = slot;
  }

  void apply(List<Edit> edits) {
    int[] fresh = new int[edits.size()];
    int count = 0;
    for (Edit edit : edits) {
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

  /** Reverts {@link #edits} that were not applied. */
  void forget(List<Edit> edits) {
    for (Edit edit : edits) {
      if (edit.was() == null) {
        give(edit.slot());
      }
    }
  }

  /** Reverts {@link #apply}. */
  void undo(List<Edit> edits) {
    for (Edit edit : edits) {
      if (edit.was() == null) {
        order.remove(edit.slot());
        give(edit.slot());
      } else {
        gone.clear(edit.slot());
        set(edit.slot(), edit.was());
      }
    }
  }

  /** Removes dropped chunks from the order. */
  void commit(List<Edit> edits) {
    left = edits.stream().filter(edit -> edit.is() == null).mapToInt(Edit::slot).toArray();
    for (int slot : left) {
      order.remove(slot);
      gone.clear(slot);
    }
  }

  private void set(int slot, Chunk chunk) {
    dataset[slot] =
        datasetNumbers.computeIfAbsent(
            chunk.dataset(),
            name -> {
              datasets.add(name);
              datasetBytes.add(name.getBytes(UTF_8));
              return datasets.size() - 1;
            });
    ids[slot] = chunk.id().getBytes(UTF_8);
    bytes[slot] = chunk.bytes();
    weights[slot] = (char) chunk.weight();
    restrictions[slot] = chunk.leastVersion() == null ? 0 : restriction(chunk.leastVersion());
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
  int[] unmarked(String named) {
    int number = datasetNumbers.getOrDefault(named, -1);
    return Arrays.stream(order.slots())
        .filter(slot -> dataset[slot] == number && !marked.get(slot))
        .toArray();
  }

  void unmark(String named) {
    int number = datasetNumbers.getOrDefault(named, -1);
    marked.stream().filter(slot -> dataset[slot] == number).forEach(marked::clear);
  }

  int size() {
    return order.size() - gone.cardinality();
  }

  /** Returns a number greater than any slot in use. */
  int limit() {
    return used;
  }

  /** As workers hold it. Nobody changes its bytes. */
  SizedChunk sized(int slot) {
    byte[] id = ids[slot];
    return new SizedChunk(datasetBytes.get(dataset[slot]), id, 0, id.length, bytes[slot]);
  }

  Chunk chunk(int slot) {
    char restriction = restrictions[slot];
    return new Chunk(
        datasets.get(dataset[slot]),
        new String(ids[slot], UTF_8),
        bytes[slot],
        weights[slot],
        restriction == 0 ? null : versions.get(restriction - 1));
  }

  long bytes(int slot) {
    return bytes[slot];
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
  boolean allows(int slot, Worker worker) {
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

  /** Returns the ascending slots that are not in {@code others}. */
  static int[] without(int[] all, int[] others) {
    int[] rest = new int[all.length];
    int count = 0;
    int at = 0;
    for (int slot : all) {
      while (at < others.length && others[at] < slot) {
        at++;
      }
      if (at == others.length || others[at] != slot) {
        rest[count++] = slot;
      }
    }
    return Arrays.copyOf(rest, count);
  }

  ChunkTable table(int[] inOrder) {
    ChunkTable.Builder table = new ChunkTable.Builder();
    for (int slot : inOrder) {
      table.add(chunk(slot));
    }
    return table.build();
  }

  /** Returns the hash of a chunk's text. Copies add their tags to it (rule 3). */
  SeaHash text(int slot) {
    byte[] name = datasetBytes.get(dataset[slot]);
    byte[] id = ids[slot];
    byte[] text = Arrays.copyOf(name, name.length + id.length + 2);
    text[name.length] = '/';
    System.arraycopy(id, 0, text, name.length + 1, id.length);
    text[text.length - 1] = ':';
    return new SeaHash(text, text.length);
  }

  int compare(int slot, int other) {
    return dataset[slot] == dataset[other]
        ? Arrays.compareUnsigned(ids[slot], ids[other])
        : compare(slot, datasetBytes.get(dataset[other]), ids[other]);
  }

  int compare(int slot, byte[] otherDataset, byte[] otherId) {
    int byDataset = Arrays.compareUnsigned(datasetBytes.get(dataset[slot]), otherDataset);
    return byDataset == 0 ? Arrays.compareUnsigned(ids[slot], otherId) : byDataset;
  }
}
