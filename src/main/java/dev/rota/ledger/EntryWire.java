package dev.rota.ledger;

import dev.rota.avro.GeneratedClasses;
import dev.rota.table.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/** Encodes and decodes entries. The seal is the last field and covers the bytes before it. */
public final class EntryWire {
  static {
    GeneratedClasses.trust();
  }

  public static final Schema SCHEMA = LedgerEntry.getClassSchema();

  private static final int STATE_DIGEST_BYTES = 8;

  private final AvroBytes avro = new AvroBytes();
  private final SpecificDatumReader<LedgerEntry> reader = new SpecificDatumReader<>(SCHEMA);

  /** Thrown for bytes that are not an entry. */
  public static final class BadEntry extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadEntry(String message, Throwable cause) {
      super(message, cause);
    }
  }

  public byte[] encode(Entry entry) {
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
            new StateDigest(
                ByteBuffer.allocate(STATE_DIGEST_BYTES).putLong(entry.stateDigest()).array()),
            entry.rules(),
            new Digest32(entry.seal())));
  }

  /**
   * Decodes an entry.
   *
   * @throws BadEntry if the bytes are not exactly one entry
   */
  public Entry decode(byte[] bytes) {
    return entry(record(bytes));
  }

  /**
   * Decodes an entry as an Avro record, for serializers that need one.
   *
   * @throws BadEntry if the bytes are not exactly one entry
   */
  public SpecificRecord toRecord(byte[] bytes) {
    return record(bytes);
  }

  private LedgerEntry record(byte[] bytes) {
    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes, null);
    try {
      LedgerEntry wire = reader.read(null, decoder);
      if (!decoder.isEnd()) {
        throw new BadEntry("there are bytes after the end of the entry", null);
      }
      return wire;
    } catch (IOException | AvroRuntimeException e) {
      throw new BadEntry("not a ledger entry: " + e.getMessage(), e);
    }
  }

  /** The number of bytes that the seal covers: all but its own. */
  static int sealedLength(byte[] entryBytes) {
    return entryBytes.length - Sha256.BYTES;
  }

  private static Entry entry(LedgerEntry wire) {
    return new Entry(
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
        ByteBuffer.wrap(wire.getStateDigest().bytes()).getLong(),
        wire.getRules(),
        wire.getSeal().bytes());
  }

  private static TurnKind kind(Entry.Kind kind) {
    return switch (kind) {
      case INPUT -> TurnKind.INPUT;
      case TICK -> TurnKind.TICK;
      case UNREADABLE -> TurnKind.UNREADABLE;
    };
  }

  private static Entry.Kind kind(TurnKind wire) {
    return switch (wire) {
      case UNKNOWN -> throw new BadEntry("this version does not know the kind of turn", null);
      case INPUT -> Entry.Kind.INPUT;
      case TICK -> Entry.Kind.TICK;
      case UNREADABLE -> Entry.Kind.UNREADABLE;
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

  private static ByteBuffer buffer(byte[] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
