package dev.rota.readers.notary;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TreeHead;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.kernel.ledger.PageEnd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Adds leaves to a log. What lies beyond the last checkpoint counts for nothing: after a crash it
 * is written again.
 */
final class LogWriter {
  private final DiskOperations disk;
  private final Path dir;
  private final TreeHead tree = new TreeHead(this::filled);
  private final ByteArrayOutputStream entries = new ByteArrayOutputStream(1 << 15);
  private final ByteBuffer offsets = ByteBuffer.allocate(TilePosition.FULL * Long.BYTES);
  private final Set<Path> unsafe = new LinkedHashSet<>();
  private final List<Path> outdated = new ArrayList<>();
  private Set<TilePosition> standing = Set.of();
  private LogReader compared;

  /** Receives what a log holds. */
  @FunctionalInterface
  interface Each {
    void leaf(TurnLeaf leaf, long offset);
  }

  LogWriter(DiskOperations disk, Path dir) {
    this.disk = disk;
    this.dir = dir;
  }

  /**
   * Reads what the log has at a checkpoint, and compares all of it.
   *
   * @throws BadProof if a file is missing, cut or changed
   */
  void restore(LogCheckpoint head, Each each) {
    LogReader reader = new LogReader(LogSource.of(dir));
    compared = reader;
    for (long index = 0; index * TilePosition.FULL < head.size(); index++) {
      TilePosition tile = TilePosition.of(0, index, head.size());
      long[] places = reader.offsets(tile);
      List<TurnLeaf> leaves = reader.leaves(tile);
      for (int i = 0; i < tile.width(); i++) {
        append(leaves.get(i), places[i]);
        each.leaf(leaves.get(i), places[i]);
      }
    }
    standing = new HashSet<>();
    tree.partial(
        (tile, hashes) -> {
          compare(tile, hashes);
          standing.add(tile);
        });
    compared = null;
    if (!head.isSameTree(head(head.origin()))) {
      throw new BadProof("the entries are not those of the log's checkpoint");
    }
  }

  private void compare(TilePosition tile, byte[] hashes) {
    byte[] found = compared.tile(tile);
    if (!Arrays.equals(hashes, 0, hashes.length, found, 0, hashes.length)) {
      throw new BadProof(tile.path() + " does not have the hashes of the entries");
    }
  }

  long size() {
    return tree.size();
  }

  /** Adds a leaf of the ledger's record at this offset. */
  void append(TurnLeaf leaf, long offset) {
    byte[] entry = leaf.bytes();
    entries.write(entry.length >>> Byte.SIZE);
    entries.write(entry.length);
    entries.writeBytes(entry);
    offsets.putLong(offset);
    tree.append(entry);
  }

  private void filled(TilePosition tile, byte[] hashes) {
    if (compared != null) {
      compare(tile, hashes);
    } else {
      put(tile.path(), hashes);
      outdate(tile.path());
    }
    if (tile.level() == 0) {
      if (compared == null) {
        rows(tile);
        outdate(tile.entries());
        outdate(tile.offsets());
      }
      entries.reset();
      offsets.clear();
    }
  }

  /** The partial ones that led up to a full one are of no more use once it is signed for. */
  private void outdate(String path) {
    outdated.add(dir.resolve(path + ".p"));
  }

  private void rows(TilePosition tile) {
    put(tile.entries(), entries.toByteArray());
    put(tile.offsets(), Arrays.copyOf(offsets.array(), tile.width() * Long.BYTES));
  }

  /**
   * Makes all leaves so far safe and returns the log's head, to be signed. A file on which the last
   * checkpoint stands is never touched.
   *
   * @param end the last page; null: there is none
   */
  LogCheckpoint flush(String origin, PageEnd end) {
    Set<TilePosition> now = new HashSet<>();
    tree.partial(
        (tile, hashes) -> {
          now.add(tile);
          if (!standing.contains(tile)) {
            put(tile.path(), hashes);
            if (tile.level() == 0) {
              rows(tile);
            }
          }
        });
    standing = now;
    if (end != null) {
      put(LogReader.END, text(end));
    }
    try {
      for (Path path : unsafe) {
        disk.force(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    unsafe.clear();
    return head(origin);
  }

  private static byte[] text(PageEnd end) {
    String seal = HexFormat.of().formatHex(end.seal());
    return "%d %d %s\n"
        .formatted(end.turns(), end.pages(), seal)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** The head of all leaves so far, safe or not. */
  LogCheckpoint head(String origin) {
    return new LogCheckpoint(origin, tree.size(), tree.root());
  }

  /** Files are forced all at once, before a checkpoint names them. */
  private void put(String path, byte[] bytes) {
    Path file = dir.resolve(path);
    try {
      disk.write(DiskOperations.unfinished(file), bytes);
      disk.move(DiskOperations.unfinished(file), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    unsafe.add(file);
    for (Path up = file.getParent(); up.startsWith(dir); up = up.getParent()) {
      unsafe.remove(up);
      unsafe.add(up);
    }
  }

  /** Deletes partial tiles that a full one has replaced, once a checkpoint stands on that. */
  void tidy() {
    try {
      for (Path partial : outdated) {
        if (Files.isDirectory(partial)) {
          try (Stream<Path> files = Files.list(partial)) {
            for (Path file : files.toList()) {
              disk.delete(file);
            }
          }
          disk.delete(partial);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    outdated.clear();
  }
}
