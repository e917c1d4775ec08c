package dev.rota.chunks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * What a reader of a network's two published topics may count on: each worker's deltas, folded,
 * have the digest that came with them; a snapshot is what was folded; generations have no gaps.
 */
public final class NetworkWatch {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  private final Map<String, Set<ChunkRef>> sets = new TreeMap<>();
  private final Map<String, Set<ChunkRef>> shown = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private long generation;
  private long deltas;
  private long snapshots;

  /** The next record of either topic, in the order in which turns published them. */
  public void see(SpecificRecord record) {
    if (record instanceof WorkerAssignment assignment) {
      if (assignment.getSnapshot()) {
        show(assignment);
      } else {
        fold(assignment);
      }
    } else if (((NetworkOutcome) record).getEvent() instanceof NetworkStatus status) {
      generation(((NetworkOutcome) record).getGeneration(), status);
    }
  }

  private void fold(WorkerAssignment a) {
    deltas++;
    Set<ChunkRef> set = sets.computeIfAbsent(a.getWorker(), worker -> new HashSet<>());
    for (ChunkRef chunk : a.getRemoved()) {
      check(set.remove(chunk), a.getWorker() + " drops what it has not: " + chunk);
    }
    for (ChunkRef chunk : a.getAdded()) {
      check(set.add(chunk), a.getWorker() + " fetches what it has: " + chunk);
    }
    check(a.getGeneration() == generation + 1, a.getWorker() + " is told of " + a.getGeneration());
    if (a.getPart() == a.getParts() - 1) {
      check(set.size() == a.getChunks(), a.getWorker() + " has " + set.size());
      check(digest(set).equals(a.getDigest()), a.getWorker() + " digests to " + digest(set));
    }
  }

  private void show(WorkerAssignment a) {
    snapshots++;
    Set<ChunkRef> set = shown.computeIfAbsent(a.getWorker(), worker -> new HashSet<>());
    if (a.getPart() == 0) {
      set.clear();
    }
    set.addAll(a.getAdded());
    if (a.getPart() == a.getParts() - 1) {
      check(set.equals(sets.get(a.getWorker())), a.getWorker() + " is shown another set");
      check(digest(set).equals(a.getDigest()), a.getWorker() + " is shown another digest");
      check(a.getGeneration() == generation, a.getWorker() + " is shown " + a.getGeneration());
    }
  }

  private void generation(long made, NetworkStatus status) {
    check(made == generation + 1, "generation " + made + " after " + generation);
    generation = made;
    long copies = sets.values().stream().mapToLong(Set::size).sum();
    check(copies == status.getCopies(), copies + " copies, " + status.getCopies() + " told");
    for (WorkerState worker : status.getWorkers()) {
      int chunks = sets.getOrDefault(worker.getWorker(), Set.of()).size();
      check(chunks == worker.getAssignedChunks(), worker + " has " + chunks);
      check(worker.getAssignedBytes() <= worker.getCapacityBytes(), worker + " is too full");
    }
  }

  private void check(boolean holds, String what) {
    if (!holds) {
      wrong.add(what);
    }
  }

  /** As the schema tells it, reckoned anew. */
  private static String digest(Set<ChunkRef> chunks) {
    BigInteger sum = BigInteger.ZERO;
    for (ChunkRef chunk : chunks) {
      byte[] hash = sha256(chunk.getDataset() + "/" + chunk.getChunk());
      sum = sum.add(new BigInteger(1, Arrays.copyOf(hash, 16)));
    }
    return String.format("%032x", sum.mod(MODULUS));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  public List<String> wrong() {
    return wrong;
  }

  public long generation() {
    return generation;
  }

  public long deltas() {
    return deltas;
  }

  public long snapshots() {
    return snapshots;
  }
}
