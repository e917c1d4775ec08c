package dev.rota.ledger;

import dev.rota.avro.AvroBytes;
import dev.rota.avro.GeneratedClasses;
import dev.rota.table.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificDatumReader;

/**
 * Encodes and decodes entries: turns with records of their own, as older ledgers have them. The
 * seal is the last field and covers the bytes before it.
 */
public final class EntryWire {
  static {
    GeneratedClasses.trust();
  }

  public static final Schema SCHEMA = LedgerEntry.getClassSchema();

  private static final byte[] NO_SEAL = new byte[Sha256.BYTES];

  private static final int STATE_DIGEST_BYTES = 8;

  private final AvroBytes avro = new AvroBytes();
  private final Sha256 sha = new Sha256();
  private final SpecificDatumReader<LedgerEntry> reader = new SpecificDatumReader<>(SCHEMA);

  /**
   * An entry.
   *
   * @param stateDigest of the lane's rows after the turn
   * @param seal SHA-256 over the lane's previous seal and this entry's other bytes
   */
  public record Sealed(Entry turn, long stateDigest, byte[] seal) {}

  /** Thrown for bytes that are not an entry. */
  public static final class BadEntry extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadEntry(String message, Throwable cause) {
      super(message, cause);
    }
  }

  public byte[] encode(Sealed sealed) {
    Entry entry = sealed.turn();
    return avro.encode(
        new LedgerEntry(
            entry.lane(),
            entry.number(),
            entry.atMillis(),
            kind(entry.kind()),
            source(entry.source()),
            entry.reason(),
            buffer(entry.key()),
            buffer(entry.input()),
            entry.outputs(),
            new Digest32(entry.outputsDigest()),
            stateDigest(sealed.stateDigest()),
            entry.rules(),
            new Digest32(sealed.seal())));
  }

  /** The entry's bytes, of which the last are its seal. */
  public byte[] seal(Entry turn, long stateDigest, byte[] sealBefore) {
    byte[] bytes = encode(new Sealed(turn, stateDigest, NO_SEAL));
    byte[] seal = sealOf(bytes, sealBefore);
    System.arraycopy(seal, 0, bytes, bytes.length - seal.length, seal.length);
    return bytes;
  }

  /** What the seal of a lane's first entry closes over. */
  public static byte[] noSeal() {
    return NO_SEAL.clone();
  }

  /** The seal that the encoded entry should have. */
  public byte[] sealOf(byte[] entryBytes, byte[] sealBefore) {
    return sha.field(sealBefore).field(entryBytes, entryBytes.length - Sha256.BYTES).finish();
  }

  /**
   * Decodes an entry.
   *
   * @throws BadEntry if the bytes are not exactly one entry
   */
  public Sealed decode(byte[] bytes) {
    return entry(record(bytes));
  }

  private LedgerEntry record(byte[] bytes) {
    try {
      return AvroBytes.decode(reader, bytes);
    } catch (IOException | AvroRuntimeException e) {
      throw new BadEntry("not a ledger entry: " + e.getMessage(), e);
    }
  }

  private static Sealed entry(LedgerEntry wire) {
    Entry turn =
        new Entry(
            wire.getLane(),
            wire.getNumber(),
            wire.getTime(),
            kind(wire.getKind()),
            source(wire.getSource()),
            wire.getReason(),
            bytes(wire.getKey()),
            bytes(wire.getInput()),
            wire.getOutputs(),
            wire.getOutputsDigest().bytes(),
            wire.getRules());
    return new Sealed(turn, stateDigest(wire.getStateDigest()), wire.getSeal().bytes());
  }

  static StateDigest stateDigest(long digest) {
    return new StateDigest(ByteBuffer.allocate(STATE_DIGEST_BYTES).putLong(digest).array());
  }

  static long stateDigest(StateDigest wire) {
    return ByteBuffer.wrap(wire.bytes()).getLong();
  }

  static TurnKind kind(Entry.Kind kind) {
    return switch (kind) {
      case INPUT -> TurnKind.INPUT;
      case TICK -> TurnKind.TICK;
      case UNREADABLE -> TurnKind.UNREADABLE;
      case ADOPT -> TurnKind.ADOPT;
    };
  }

  static Entry.Kind kind(TurnKind wire) {
    return switch (wire) {
      case UNKNOWN -> throw new BadEntry("this version does not know the kind of turn", null);
      case INPUT -> Entry.Kind.INPUT;
      case TICK -> Entry.Kind.TICK;
      case UNREADABLE -> Entry.Kind.UNREADABLE;
      case ADOPT -> Entry.Kind.ADOPT;
    };
  }

  private static TurnSource source(Source source) {
    return source == null
        ? null
        : new TurnSource(
            source.topic(),
            source.partition(),
            source.offset(),
            source.timestampMillis(),
            new Digest32(source.digest()));
  }

  private static Source source(TurnSource wire) {
    return wire == null
        ? null
        : new Source(
            wire.getTopic(),
            wire.getPartition(),
            wire.getOffset(),
            wire.getTimestamp(),
            wire.getDigest().bytes());
  }

  static ByteBuffer buffer(byte[] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes);
  }

  static byte[] bytes(ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
