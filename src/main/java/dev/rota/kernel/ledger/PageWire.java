package dev.rota.kernel.ledger;

import dev.rota.base.avro.AvroBytes;
import dev.rota.base.avro.BoundedDecoder;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.avro.ReleasedSchemas;
import dev.rota.kernel.table.Sha256;
import dev.rota.ledger.LedgerPage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/** Encodes and decodes pages. The seal is the last field and covers the bytes before it. */
public final class PageWire {
  static {
    GeneratedClasses.trust();
  }

  /** Of pages without a move: as it was before lanes could move. A ledger keeps its schema id. */
  public static final Schema SCHEMA =
      ReleasedSchemas.written("former", LedgerPage.getClassSchema());

  /** Of pages in which a lane moves. Those of the other kinds have the same bytes in both. */
  public static final Schema MOVES = LedgerPage.getClassSchema();

  /** Of an input's digest, as many of its first bytes as the schema has. */
  static final int SOURCE_DIGEST_BYTES = 16;

  private static final String OLDER =
      "it is turn %d of lane '%s' in a record of its own, as Rota 0.1 wrote it. Ledgers are"
          + " readable from 0.2 on: read this one with Rota 0.1, or start over with new topics and"
          + " a new application.id";

  static final byte[] NO_SEAL = new byte[Sha256.BYTES];

  private final PageEncoder encoder = new PageEncoder();
  private final PageDecoder decoder = new PageDecoder();
  private final Sha256 sha = new Sha256();

  /**
   * A page that was read.
   *
   * @param exact true: its one encoding has these bytes, but for the seal; false when in doubt
   */
  record Read(TurnPage page, boolean exact) {}

  /** Thrown for bytes that are not a page. */
  public static final class BadPage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadPage(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The one encoding of a page, its seal zeros. */
  byte[] encode(TurnPage page) {
    return encoder.encode(page, NO_SEAL);
  }

  /** The schema that a page is written with. */
  public static Schema schema(TurnPage page) {
    return page.turns().stream().anyMatch(TurnEntry::isMove) ? MOVES : SCHEMA;
  }

  /**
   * The one encoding of a turn of this page without the others: a page of the same number that
   * holds only this turn, its state's digest and seal zeros.
   */
  public byte[] alone(TurnPage page, TurnEntry turn) {
    return encode(
        new TurnPage(
            page.number(), page.partition(), List.of(TurnPage.Touched.of(turn, 0)), List.of(turn)));
  }

  /** Seals the encoded page in its place. Returns the seal. */
  byte[] seal(byte[] pageBytes, byte[] sealBefore) {
    byte[] seal = sealOf(pageBytes, sealBefore);
    System.arraycopy(seal, 0, pageBytes, pageBytes.length - seal.length, seal.length);
    return seal;
  }

  /** The seal that the encoded page should have. */
  public byte[] sealOf(byte[] pageBytes, byte[] sealBefore) {
    return sha.field(sealBefore).field(pageBytes, pageBytes.length - Sha256.BYTES).finish();
  }

  /** The seal that the encoded page has. */
  public static byte[] seal(byte[] pageBytes) {
    int from = Math.max(0, pageBytes.length - Sha256.BYTES);
    return Arrays.copyOfRange(pageBytes, from, pageBytes.length);
  }

  /**
   * Decodes a page.
   *
   * @throws BadPage if the bytes are not exactly one page
   */
  public TurnPage decode(byte[] bytes) {
    return read(bytes).page();
  }

  /** As above, and whether the page must be encoded again to know that it had its one encoding. */
  Read read(byte[] bytes) {
    try {
      return decoder.decode(bytes);
    } catch (BadPage e) {
      throw older(bytes).map(why -> new BadPage(why, e)).orElse(e);
    }
  }

  /** Says of a turn that Rota 0.1 wrote as a record that it is one; empty: these bytes are none. */
  public static Optional<String> older(byte[] bytes) {
    BoundedDecoder from = new BoundedDecoder(bytes, 0);
    try {
      String lane = from.readString();
      long number = from.readLong();
      from.readLong(); // its time
      from.readEnum();
      if (from.readIndex() != 0) { // its source
        from.skipString();
        from.readInt();
        from.readLong();
        from.readLong();
        from.skipFixed(Sha256.BYTES);
      }
      for (int field = 0; field < 3; field++) { // a reason, a key, an input
        if (from.readIndex() != 0) {
          from.skipBytes();
        }
      }
      from.readInt(); // outputs
      from.skipFixed(Sha256.BYTES + Long.BYTES);
      from.readInt(); // rules
      from.skipFixed(Sha256.BYTES);
      return from.remaining() > 0 ? Optional.empty() : Optional.of(OLDER.formatted(number, lane));
    } catch (IOException | AvroRuntimeException _) {
      return Optional.empty();
    }
  }

  /**
   * Decodes a page as an Avro record, for serializers that need one.
   *
   * @throws BadPage if the bytes are not exactly one page
   */
  public SpecificRecord toRecord(byte[] bytes) {
    try {
      return AvroBytes.decode(new SpecificDatumReader<LedgerPage>(MOVES), bytes);
    } catch (IOException | AvroRuntimeException e) {
      throw new BadPage("not a ledger page: " + e.getMessage(), e);
    }
  }
}
