package dev.rota.lab.traffic.chunks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.WorkerAssignment;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** A worker's set, computed from its records as the schema describes. */
final class FoldedSet {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);
  private static final int DIGEST_BYTES = 16;

  /** A chunk without its size. */
  private record Name(String dataset, String chunk) {
    static Name of(ChunkRef chunk) {
      return new Name(chunk.getDataset(), chunk.getChunk());
    }
  }

  private final Map<Name, ChunkRef> chunks = new LinkedHashMap<>();
  private BigInteger digest = BigInteger.ZERO;
  private long bytes;

  void fold(WorkerAssignment a, Consumer<String> wrong) {
    for (ChunkRef chunk : a.getRemoved()) {
      if (!chunk.equals(remove(chunk))) {
        wrong.accept(a.getWorker() + " drops what it has not: " + chunk);
      }
    }
    for (ChunkRef chunk : a.getResized()) {
      ChunkRef was = put(chunk);
      if (was == null || was.equals(chunk)) {
        wrong.accept(a.getWorker() + " has " + was + ", and fetches it again as " + chunk);
      }
    }
    for (ChunkRef chunk : a.getAdded()) {
      if (put(chunk) != null) {
        wrong.accept(a.getWorker() + " fetches what it has: " + chunk);
      }
    }
  }

  /** Compares the set with a record's digest and counters. */
  void check(WorkerAssignment a, Consumer<String> wrong) {
    if (size() != a.getChunks() || bytes != a.getBytes()) {
      wrong.accept(a.getWorker() + " has " + size() + " chunks, " + bytes + " bytes");
    }
    if (!digest().equals(a.getDigest())) {
      wrong.accept(a.getWorker() + " digests to " + digest());
    }
  }

  void addAll(Collection<ChunkRef> more) {
    more.forEach(this::put);
  }

  private ChunkRef put(ChunkRef chunk) {
    ChunkRef was = chunks.put(Name.of(chunk), chunk);
    count(was, -1);
    count(chunk, 1);
    return was;
  }

  private ChunkRef remove(ChunkRef chunk) {
    ChunkRef was = chunks.remove(Name.of(chunk));
    count(was, -1);
    return was;
  }

  private void count(ChunkRef chunk, int times) {
    if (chunk != null) {
      bytes += times * chunk.getBytes();
      BigInteger own = digest(chunk).multiply(BigInteger.valueOf(times));
      digest = digest.add(own).mod(MODULUS);
    }
  }

  int size() {
    return chunks.size();
  }

  long bytes() {
    return bytes;
  }

  Collection<ChunkRef> chunks() {
    return chunks.values();
  }

  boolean isSame(FoldedSet other) {
    return chunks.equals(other.chunks);
  }

  String digest() {
    return String.format(Locale.ROOT, "%032x", digest);
  }

  private static BigInteger digest(ChunkRef chunk) {
    String text = chunk.getDataset() + "/" + chunk.getChunk() + ":" + chunk.getBytes();
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return new BigInteger(1, Arrays.copyOf(hash, DIGEST_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
