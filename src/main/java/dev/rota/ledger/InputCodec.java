package dev.rota.ledger;

import dev.rota.avro.FieldLimits;
import dev.rota.avro.GeneratedClasses;
import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** Converts decoded records to arrivals, and ledger entries back to the same arrivals. */
public final class InputCodec<S extends State, I, F extends Fact<S>> {
  static {
    GeneratedClasses.trust();
  }

  private final Domain<S, I, F> domain;
  private final Map<String, BinaryMessageEncoder<SpecificRecord>> encoders = new HashMap<>();
  private final Map<String, BinaryMessageDecoder<SpecificRecord>> decoders = new HashMap<>();
  private final Map<String, FieldLimits> limits = new HashMap<>();
  private final Map<String, byte[]> heads = new HashMap<>();

  public InputCodec(Domain<S, I, F> domain) {
    this.domain = domain;
    for (Input input : domain.wire().inputs()) {
      encoders.put(
          input.topic(), new BinaryMessageEncoder<>(GeneratedClasses.WRITING, input.schema()));
      decoders.put(input.topic(), new BinaryMessageDecoder<>(SpecificData.get(), input.schema()));
      limits.put(input.topic(), FieldLimits.of(input.schema()));
      heads.put(input.topic(), head(input.schema()));
    }
  }

  /** Returns the first field beyond the limit that its schema states, or null. */
  public FieldLimits.Excess excess(String topic, SpecificRecord record) {
    return limits.get(topic).check(record);
  }

  /** As above. An input of few bytes has no field of more. */
  public FieldLimits.Excess excess(String topic, SpecificRecord record, byte[] input) {
    FieldLimits stated = limits.get(topic);
    return stated.admits(input.length) ? null : stated.check(record);
  }

  /** An input read from the topic at {@code source}. */
  public Arrival<I> take(Source source, SpecificRecord record) {
    return take(source, record, input(source.topic(), record));
  }

  /**
   * As above.
   *
   * @param input the record as the ledger has it
   */
  public Arrival<I> take(Source source, SpecificRecord record, byte[] input) {
    return new Arrival.Legible<>(source, domain.wire().read(record), input);
  }

  /** Returns the record as the ledger has it: fingerprint of its schema, and Avro's encoding. */
  public byte[] input(String topic, SpecificRecord record) {
    try {
      return encoded(topic, record);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As above, of a record whose encoding is known: the bytes from this index on. */
  public byte[] input(String topic, byte[] encoding, int from) {
    byte[] head = heads.get(topic);
    byte[] input = Arrays.copyOf(head, head.length + encoding.length - from);
    System.arraycopy(encoding, from, input, head.length, encoding.length - from);
    return input;
  }

  /** What Avro's single-object encoding begins with. */
  private static byte[] head(Schema schema) {
    return ByteBuffer.allocate(2 + Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xC3)
        .put((byte) 1)
        .putLong(SchemaNormalization.parsingFingerprint64(schema))
        .array();
  }

  private byte[] encoded(String topic, SpecificRecord record) throws IOException {
    ByteBuffer encoded = encoders.get(topic).encode(record);
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return bytes;
  }

  /**
   * The arrival of an entry, for replay.
   *
   * @throws EntryWire.BadEntry if the input cannot be decoded
   */
  public Arrival<I> again(Entry entry) {
    if (entry.kind() == Entry.Kind.TICK) {
      return new Arrival.Tick<>(entry.atMillis());
    }
    if (entry.source() == null) {
      throw new EntryWire.BadEntry("an input without a source", null);
    }
    if (entry.kind() == Entry.Kind.UNREADABLE) {
      return new Arrival.Unreadable<>(entry.source(), entry.reason(), entry.key(), entry.input());
    }
    return new Arrival.Legible<>(entry.source(), read(entry), entry.input());
  }

  /** Nobody but {@link #take} writes inputs: in their one encoding, into their own lane. */
  private void check(Entry entry, SpecificRecord record) throws IOException {
    if (!entry.lane().equals(domain.wire().lane(record))) {
      throw new EntryWire.BadEntry(
          "its input is of lane " + domain.wire().lane(record) + ", not " + entry.lane(), null);
    }
    byte[] again = encoded(entry.source().topic(), record);
    // The entries of a map have no order of their own. Any other encoding has another length.
    if (!Arrays.equals(entry.input(), again)
        && (entry.input().length != again.length || !record.equals(decode(entry, again)))) {
      throw new EntryWire.BadEntry("its input has another encoding than Rota's", null);
    }
  }

  private SpecificRecord decode(Entry entry, byte[] input) throws IOException {
    BinaryMessageDecoder<SpecificRecord> decoder = decoders.get(entry.source().topic());
    if (decoder == null) {
      throw new EntryWire.BadEntry(
          "an input from " + entry.source().topic() + ", which is not an input of " + domain.name(),
          null);
    }
    return decoder.decode(input);
  }

  private I read(Entry entry) {
    try {
      SpecificRecord record = decode(entry, entry.input());
      check(entry, record);
      return domain.wire().read(record);
    } catch (IOException | AvroRuntimeException | NullPointerException e) {
      throw new EntryWire.BadEntry("its input cannot be decoded: " + e.getMessage(), e);
    }
  }
}
