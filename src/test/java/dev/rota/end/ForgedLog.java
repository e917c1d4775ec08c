package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TreeHead;
import dev.rota.base.proof.TreeProofs;
import dev.rota.base.proof.TurnLeaf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The directory of a log, written by somebody who has the notary's key and no scruples. */
final class ForgedLog {
  private ForgedLog() {}

  /** A leaf, and the offset that the directory says it has. */
  record Line(TurnLeaf leaf, long offset) {
    /** The same at another offset. */
    Line at(long other) {
      return new Line(leaf, other);
    }
  }

  /** What a log of so many leaves has. */
  static List<Line> read(Path dir, long size) throws IOException {
    List<Line> lines = new ArrayList<>();
    for (long first = 0; first < size; first += TilePosition.FULL) {
      TilePosition tile = TilePosition.of(0, first / TilePosition.FULL, size);
      ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(dir.resolve(tile.entries())));
      ByteBuffer offsets = ByteBuffer.wrap(Files.readAllBytes(dir.resolve(tile.offsets())));
      for (int i = 0; i < tile.width(); i++) {
        byte[] entry = new byte[Short.toUnsignedInt(entries.getShort())];
        entries.get(entry);
        lines.add(new Line(TurnLeaf.parse(entry), offsets.getLong()));
      }
    }
    return lines;
  }

  /** Writes these leaves, and returns the head that the notary's key signs. */
  static SignedNote write(Path dir, List<Line> lines, SigningKey key) throws IOException {
    TreeHead tree = new TreeHead((tile, hashes) -> put(dir.resolve(tile.path()), hashes));
    for (Line line : lines) {
      tree.append(line.leaf().bytes());
    }
    tree.partial((tile, hashes) -> put(dir.resolve(tile.path()), hashes));
    for (long first = 0; first < lines.size(); first += TilePosition.FULL) {
      rows(dir, TilePosition.of(0, first / TilePosition.FULL, lines.size()), lines);
    }
    String text = new LogCheckpoint(key.verifier().name(), tree.size(), tree.root()).text();
    SignedNote signed = new SignedNote(text, List.of(key.sign(text)));
    put(dir.resolve("checkpoint"), signed.toString().getBytes(UTF_8));
    return signed;
  }

  private static void rows(Path dir, TilePosition tile, List<Line> lines) {
    int from = (int) tile.index() * TilePosition.FULL;
    ByteArrayOutputStream entries = new ByteArrayOutputStream();
    ByteBuffer offsets = ByteBuffer.allocate(tile.width() * Long.BYTES);
    for (Line line : lines.subList(from, from + tile.width())) {
      byte[] entry = line.leaf().bytes();
      entries.write(entry.length >>> Byte.SIZE);
      entries.write(entry.length);
      entries.writeBytes(entry);
      offsets.putLong(line.offset());
    }
    put(dir.resolve(tile.entries()), entries.toByteArray());
    put(dir.resolve(tile.offsets()), offsets.array());
  }

  private static void put(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The proof that a leaf is in the log. */
  static List<byte[]> inclusion(Path dir, long index, long size) {
    return new TreeProofs(size, tile -> bytes(dir.resolve(tile.path()))).inclusion(index);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
