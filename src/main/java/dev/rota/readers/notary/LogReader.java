package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TreeProofs;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.kernel.ledger.PageEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a log: checkpoints, tiles, entries, and the ledger's offset of each entry. */
public final class LogReader {
  /** The file of the newest signed checkpoint. */
  public static final String SIGNED = "checkpoint";

  /** The file of the newest checkpoint that enough witnesses have cosigned. */
  public static final String WITNESSED = "checkpoint.witnessed";

  /** The file of a checkpoint that an auditor has cosigned. */
  public static final String AUDITED = "checkpoint.audited";

  /** The file of the tree that an auditor has verified, whether the notary has signed it or not. */
  public static final String VERIFIED = "verified";

  /** The file that says which page is the last. */
  static final String END = "end";

  private static final Pattern END_FORM =
      Pattern.compile("([0-9]{1,18}) ([0-9]{1,18}) ([0-9a-f]{64})\n");

  private final LogSource source;

  public LogReader(LogSource source) {
    this.source = source;
  }

  /** Reads a checkpoint; null: there is none yet. */
  public SignedNote note(String name) {
    byte[] bytes = read(name);
    return bytes == null ? null : SignedNote.parse(bytes);
  }

  /** The last page of the log at this size; null: it is not known, as after a crash. */
  public PageEnd end(long size) {
    byte[] bytes = read(END);
    String text = bytes == null ? "" : new String(bytes, StandardCharsets.US_ASCII);
    Matcher end = END_FORM.matcher(text);
    if (!end.matches() || Long.parseLong(end.group(1)) != size) {
      return null;
    }
    return new PageEnd(Long.parseLong(end.group(2)), size, HexFormat.of().parseHex(end.group(3)));
  }

  /** The proofs of the log at this size. */
  public TreeProofs at(long size) {
    return new TreeProofs(size, this::tile);
  }

  byte[] tile(TilePosition tile) {
    byte[] bytes = either(tile.path(), tile.full().path());
    if (bytes.length < tile.width() * MerkleTree.HASH_BYTES) {
      throw new BadProof(tile.path() + " is cut");
    }
    return bytes;
  }

  /** The entries of a tile of level 0, at least as many as its width. */
  public List<TurnLeaf> leaves(TilePosition tile) {
    ByteBuffer bundle = ByteBuffer.wrap(either(tile.entries(), tile.full().entries()));
    List<TurnLeaf> leaves = new ArrayList<>();
    try {
      while (leaves.size() < tile.width()) {
        int length = Short.toUnsignedInt(bundle.getShort());
        if (length > bundle.remaining()) {
          throw new BadProof(tile.entries() + " is cut");
        }
        byte[] entry = new byte[length];
        bundle.get(entry);
        leaves.add(TurnLeaf.parse(entry));
      }
    } catch (BufferUnderflowException _) {
      throw new BadProof(tile.entries() + " is cut");
    }
    return leaves;
  }

  /** The ledger's offsets of the entries. */
  public long[] offsets(TilePosition tile) {
    ByteBuffer bytes = ByteBuffer.wrap(either(tile.offsets(), tile.full().offsets()));
    if (bytes.remaining() < tile.width() * Long.BYTES) {
      throw new BadProof(tile.offsets() + " is cut");
    }
    long[] offsets = new long[tile.width()];
    bytes.asLongBuffer().get(offsets);
    return offsets;
  }

  /** A partial tile may have given way to the full one. */
  private byte[] either(String path, String full) {
    byte[] bytes = read(path);
    if (bytes == null) {
      bytes = read(full);
    }
    if (bytes == null) {
      throw new BadProof(path + " is missing");
    }
    return bytes;
  }

  private byte[] read(String path) {
    try {
      return source.read(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
