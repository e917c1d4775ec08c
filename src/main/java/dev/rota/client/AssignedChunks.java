package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.WorkerAssignment;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Function;

/**
 * A storage worker's set, of a snapshot and the changes after it. It does no I/O.
 *
 * <p>A generation's change counts when its last part is read, and only if the digest is right.
 */
final class AssignedChunks {
  /** The records have another set than this one: a record is missing. */
  static final class WrongSet extends Exception {
    private static final long serialVersionUID = 1L;

    WrongSet(String message) {
      super(message);
    }
  }

  private static final int DIGEST_BYTES = 16;
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(8 * DIGEST_BYTES);

  private record Name(String dataset, String chunk) {
    static Name of(ChunkRef chunk) {
      return new Name(chunk.getDataset(), chunk.getChunk());
    }
  }

  private final Map<Name, ChunkRef> chunks = new HashMap<>();

  /** Parts of a generation whose last part is not read yet. */
  private final List<WorkerAssignment> parts = new ArrayList<>();

  private long generation;

  private AssignedChunks() {}

  /**
   * The set of a snapshot.
   *
   * @param byPart all of its parts
   * @param sized false: by rules 1, whose digests have no sizes
   */
  static AssignedChunks of(NavigableMap<Integer, WorkerAssignment> byPart, boolean sized)
      throws WrongSet {
    AssignedChunks set = new AssignedChunks();
    byPart.values().forEach(part -> part.getAdded().forEach(set::put));
    WorkerAssignment last = byPart.lastEntry().getValue();
    set.generation = last.getGeneration();
    set.check(last, sized);
    return set;
  }

  /** All parts of one generation's snapshot are there. */
  static boolean isWhole(NavigableMap<Integer, WorkerAssignment> byPart) {
    if (byPart.isEmpty()) {
      return false;
    }
    WorkerAssignment first = byPart.firstEntry().getValue();
    return byPart.size() == first.getParts()
        && byPart.values().stream().allMatch(one -> one.getGeneration() == first.getGeneration());
  }

  /**
   * Takes a part of a change.
   *
   * @param sized false: by rules 1, whose digests have no sizes
   * @return the whole change with its last part; null: parts are missing, or it is known
   */
  StorageChange take(WorkerAssignment part, boolean sized) throws WrongSet {
    if (part.getSnapshot() || part.getGeneration() <= generation) {
      return null;
    }
    if (part.getPart() != parts.size()
        || !parts.isEmpty() && parts.get(0).getGeneration() != part.getGeneration()) {
      throw new WrongSet(
          "part %d of generation %d comes after %d parts"
              .formatted(part.getPart(), part.getGeneration(), parts.size()));
    }
    parts.add(part);
    if (part.getPart() < part.getParts() - 1) {
      return null;
    }
    StorageChange change =
        new StorageChange(
            false,
            part.getGeneration(),
            part.getEffectiveFrom(),
            all(WorkerAssignment::getAdded),
            all(WorkerAssignment::getRemoved),
            all(WorkerAssignment::getResized));
    parts.clear();
    change.removed().forEach(chunk -> chunks.remove(Name.of(chunk)));
    change.resized().forEach(this::put);
    change.added().forEach(this::put);
    generation = part.getGeneration();
    check(part, sized);
    return change;
  }

  private List<ChunkRef> all(Function<WorkerAssignment, List<ChunkRef>> list) {
    return parts.stream().flatMap(part -> list.apply(part).stream()).toList();
  }

  /** The set as one change, for who knows nothing of it. */
  StorageChange whole(long effectiveFrom) {
    return new StorageChange(
        true, generation, effectiveFrom, List.copyOf(chunks.values()), List.of(), List.of());
  }

  private void put(ChunkRef chunk) {
    chunks.put(Name.of(chunk), chunk);
  }

  private void check(WorkerAssignment last, boolean sized) throws WrongSet {
    String digest = digest(sized);
    if (!digest.equals(last.getDigest())) {
      throw new WrongSet(
          "the digest of generation %d is %s, and the set's %s"
              .formatted(generation, last.getDigest(), digest));
    }
  }

  private String digest(boolean sized) {
    BigInteger sum = BigInteger.ZERO;
    for (ChunkRef chunk : chunks.values()) {
      String text = chunk.getDataset() + "/" + chunk.getChunk();
      byte[] hash = sha256().digest((sized ? text + ":" + chunk.getBytes() : text).getBytes(UTF_8));
      sum = sum.add(new BigInteger(1, Arrays.copyOf(hash, DIGEST_BYTES)));
    }
    return "%032x".formatted(sum.mod(MODULUS));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
