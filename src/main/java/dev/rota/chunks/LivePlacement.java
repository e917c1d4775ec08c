package dev.rota.chunks;

import dev.rota.chunks.Moves.Path;
import dev.rota.chunks.Moves.WorkerMoves;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A network's assignment, kept from one demand to the next; it is always the one that {@link
 * Scheduler} makes from scratch.
 *
 * <p>A chunk is known by its slot, a number that stays its own while it is in the placement. What
 * moves, and on which path that was found, depends on the assignment and the demand only, never on
 * how the assignment came about; but the numbers of slots do.
 */
public final class LivePlacement {
  private static final int[] NONE = {};

  private SortedMap<ChunkName, Integer> slots = new TreeMap<>();
  private final List<Chunk> chunks = new ArrayList<>();
  private final BitSet free = new BitSet();
  private int[] leaving = NONE;
  private List<Worker> workers = List.of();
  private Map<PeerId, int[]> held = new HashMap<>();

  /** Of no chunks and no workers. */
  public LivePlacement() {}

  /**
   * The chunk in a slot; one that the last demand dropped is there until the next one, and then its
   * slot may be another chunk's.
   */
  public Chunk chunk(int slot) {
    return chunks.get(slot);
  }

  /** The slots of the chunks that a worker holds, in the order of placement. */
  public int[] held(PeerId worker) {
    return held.getOrDefault(worker, NONE).clone();
  }

  /** The bytes of all chunks that a worker holds. */
  public long bytes(PeerId worker) {
    return bytes(held.getOrDefault(worker, NONE));
  }

  /** How many chunks there are. */
  public int size() {
    return slots.size();
  }

  /** Places what is asked for; after a shortage, everything is as it was before. */
  public Placed next(Demand demand) {
    NavigableMap<ChunkName, Chunk> after = new TreeMap<>();
    slots.forEach((name, slot) -> after.put(name, chunks.get(slot)));
    for (ChunkName name : demand.gone()) {
      after.remove(name);
    }
    demand.changed().forEach(chunk -> after.put(ChunkName.of(chunk), chunk));
    ChunkTable.Builder table = new ChunkTable.Builder();
    after.values().forEach(table::add);
    Scheduled scheduled = Scheduler.schedule(table.build(), demand.workers(), demand.policy());
    return scheduled instanceof Assignment assignment
        ? moves(demand.workers(), assignment, keep(after))
        : (Shortage) scheduled;
  }

  /** The slots by position; those of the chunks that went before are given away. */
  private int[] keep(SortedMap<ChunkName, Chunk> after) {
    Arrays.stream(leaving).forEach(free::set);
    leaving =
        slots.entrySet().stream()
            .filter(entry -> !after.containsKey(entry.getKey()))
            .mapToInt(Map.Entry::getValue)
            .toArray();
    SortedMap<ChunkName, Integer> kept = new TreeMap<>();
    int[] positions = new int[after.size()];
    after.forEach(
        (name, chunk) -> {
          Integer known = slots.get(name);
          int slot = known == null ? vacant() : known;
          chunks.set(slot, chunk);
          positions[kept.size()] = slot;
          kept.put(name, slot);
        });
    slots = kept;
    return positions;
  }

  private int vacant() {
    int slot = free.nextSetBit(0);
    if (slot < 0) {
      chunks.add(null);
      return chunks.size() - 1;
    }
    free.clear(slot);
    return slot;
  }

  private Moves moves(List<Worker> present, Assignment assignment, int[] positions) {
    Map<PeerId, int[]> holds = new HashMap<>();
    List<WorkerMoves> moves = new ArrayList<>();
    for (int i = 0; i < present.size(); i++) {
      PeerId id = present.get(i).id();
      int[] now = Arrays.stream(assignment.chunks(i)).map(at -> positions[at]).toArray();
      holds.put(id, now);
      moves.add(change(id, held.getOrDefault(id, NONE), now));
    }
    for (Worker worker : workers) {
      if (!holds.containsKey(worker.id())) {
        moves.add(change(worker.id(), held.get(worker.id()), NONE));
      }
    }
    moves.removeIf(worker -> worker.added().length + worker.removed().length == 0);
    held = holds;
    workers = present;
    return new Moves(
        Collections.unmodifiableList(moves),
        assignment.replication(),
        Path.BATCH,
        assignment.copies(),
        assignment.leftOut());
  }

  private WorkerMoves change(PeerId id, int[] was, int[] is) {
    BitSet before = new BitSet();
    BitSet after = new BitSet();
    Arrays.stream(was).forEach(before::set);
    Arrays.stream(is).forEach(after::set);
    int[] added = Arrays.stream(is).filter(slot -> !before.get(slot)).toArray();
    int[] removed = Arrays.stream(was).filter(slot -> !after.get(slot)).toArray();
    return new WorkerMoves(id, added, removed, bytes(added), bytes(is));
  }

  private long bytes(int[] held) {
    return Arrays.stream(held).mapToLong(slot -> chunks.get(slot).bytes()).sum();
  }
}
