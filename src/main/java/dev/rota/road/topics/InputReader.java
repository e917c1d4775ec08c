package dev.rota.road.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.avro.FieldExcess;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.OversizedInput;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Sha256;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.DecodedValue;
import dev.rota.registry.RegistryOutage;
import dev.rota.registry.RegistryRefused;
import dev.rota.registry.RegistryUnavailable;
import dev.rota.registry.UnreadableRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads a record of an input topic: an arrival for its lane, or a dead letter with a reason. */
public final class InputReader {
  private static final int HEADERS_MAX = 64;
  private static final int HEADER_BYTES_MAX = 16 * 1024;

  private final Domain domain;
  private final InputCodec codec;
  private final Deserializer<Object> values;
  private final int partitions;
  private final int bytesMax;
  private boolean replacing;
  private final Map<String, Schema> schemas = new HashMap<>();
  private final Sha256 sha = new Sha256();

  /**
   * Creates the reader of one task.
   *
   * @param values turns framed bytes into Avro records
   * @param partitions of every input topic
   * @param bytesMax the largest record: key, value and headers, uncompressed
   */
  public InputReader(Domain domain, Deserializer<Object> values, int partitions, int bytesMax) {
    this.domain = domain;
    this.codec = new InputCodec(domain);
    this.values = values;
    this.partitions = partitions;
    this.bytesMax = bytesMax;
    for (InputTopic input : domain.wire().inputs()) {
      schemas.put(input.topic(), input.schema());
    }
  }

  /** As programs read that put U+FFFD in the place of what is no UTF-8. */
  public InputReader replacing() {
    replacing = true;
    return this;
  }

  /**
   * A record as an arrival at a lane.
   *
   * @param cause null for a good record; otherwise its message names the fault and the remedy
   */
  public record Received(String lane, TurnArrival arrival, Exception cause) {}

  /** Signals a record that is dead-lettered. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final String reason;

    Refused(String reason, String complaint) {
      super(complaint);
      this.reason = reason;
    }
  }

  /**
   * A record as a consumer outside Kafka Streams has it. Its time may be negative: then it is 0.
   */
  public Received receive(ConsumerRecord<byte[], byte[]> record) {
    return receive(
        record.topic(),
        record.partition(),
        record.offset(),
        Math.max(0, record.timestamp()),
        record.key(),
        record.value(),
        record.headers());
  }

  public Received receive(
      String topic,
      int partition,
      long offset,
      long timestampMillis,
      byte[] key,
      byte[] value,
      Headers headers) {
    byte[] digest = sha.field(key).field(value).finish();
    InputPosition source = new InputPosition(topic, partition, offset, timestampMillis, digest);
    String lane = LaneKey.read(key);
    long bytes = RecordBytes.of(key, value, headers);
    if (bytes > bytesMax) {
      return oversized(source, lane, key, value, bytes);
    }
    try {
      // The value is checked first: garbage seldom has a good key.
      checkHeaders(headers);
      DecodedValue decoded = read(topic, value, headers);
      SpecificRecord record = (SpecificRecord) decoded.value();
      checkLane(lane, key, record, partition);
      byte[] input =
          decoded.isCanonical()
              ? codec.input(topic, value, decoded.from())
              : codec.input(topic, record);
      checkLimits(topic, record, input);
      return new Received(lane, codec.take(source, record, input), null);
    } catch (Refused refused) {
      return dead(source, key, value, refused.reason, refused);
    } catch (UnreadableRecord unreadable) {
      return dead(source, key, value, unreadable.reason().name(), unreadable);
    }
  }

  /**
   * Returns true if {@link #receive} would surely read this entry's input from a record without
   * headers, since the bytes are the same and were read in the replay. The record's schema id,
   * before its value, means the present schema.
   *
   * @param entry of a lane of this partition. Its input is just as {@link #receive} gives it
   */
  public boolean isPlainly(String topic, byte[] key, byte[] value, TurnEntry entry) {
    return Arrays.equals(key, entry.lane().getBytes(UTF_8))
        && codec.holds(topic, entry.input(), value, WireFormat.PREFIX_BYTES);
  }

  /** Whatever its key spells: else every key that somebody invents would make a lane. */
  private Received dead(
      InputPosition source, byte[] key, byte[] value, String reason, Exception cause) {
    return new Received(
        LaneKey.nobody(source.partition()),
        new TurnArrival.Unreadable(source, reason, key, value),
        cause);
  }

  /** What is too large to be kept is not even read. A key that names no lane is dropped as well. */
  private Received oversized(
      InputPosition source, String lane, byte[] key, byte[] value, long bytes) {
    byte[] stub = OversizedInput.of(source, value, bytes, bytesMax).toBytes();
    Refused cause =
        new Refused(
            Output.TOO_LARGE,
            "the record has "
                + bytes
                + " bytes, uncompressed and with key and headers; input.bytes.max is "
                + bytesMax
                + ": send several smaller ones, or raise it on every engine and send it again");
    return new Received(
        LaneKey.nobody(source.partition()),
        new TurnArrival.Unreadable(source, Output.TOO_LARGE, lane == null ? null : key, stub),
        cause);
  }

  private void checkLimits(String topic, SpecificRecord record, byte[] input) throws Refused {
    FieldExcess excess = codec.excess(topic, record, input);
    if (excess != null) {
      throw new Refused(Output.LIMIT, excess.toString());
    }
  }

  private void checkLane(String lane, byte[] key, SpecificRecord record, int partition)
      throws Refused {
    if (lane == null) {
      throw new Refused(
          "BAD_KEY",
          "the record's key names no lane: it must match "
              + LaneKey.GRAMMAR
              + "; send the record again with the lane's name as key");
    }
    String named = domain.wire().lane(record);
    if (!lane.equals(named)) {
      throw new Refused(
          "BAD_KEY", "the key says lane '" + lane + "', the record says '" + named + "'");
    }
    int home = LaneKey.partition(key, partitions);
    if (home != partition) {
      throw new Refused(
          "WRONG_PARTITION",
          "lane '"
              + lane
              + "' belongs on partition "
              + home
              + ", not "
              + partition
              + "; let the producer partition by key as Kafka's own does (partitioner=murmur2)");
    }
  }

  private static void checkHeaders(Headers headers) throws Refused {
    int count = headers.toArray().length;
    long bytes = RecordBytes.of(headers);
    if (count > HEADERS_MAX || bytes > HEADER_BYTES_MAX) {
      throw new Refused(
          "BAD_HEADERS",
          count
              + " headers of "
              + bytes
              + " bytes; at most "
              + HEADERS_MAX
              + " of "
              + HEADER_BYTES_MAX
              + " bytes are taken");
    }
  }

  /** Returns a generated record. */
  private DecodedValue read(String topic, byte[] value, Headers headers) throws Refused {
    if (value == null || value.length == 0) {
      throw new Refused("EMPTY_VALUE", "the record has no value; an event is expected here");
    }
    DecodedValue decoded = decode(topic, value, headers);
    Schema schema = schemas.get(topic);
    if (!(decoded.value() instanceof IndexedRecord record)
        || !record.getSchema().getFullName().equals(schema.getFullName())) {
      throw new Refused(
          "WRONG_TYPE",
          topic + " carries " + schema.getFullName() + ", not " + typeOf(decoded.value()));
    }
    return record instanceof SpecificRecord
        ? decoded
        : DecodedValue.other(GeneratedForm.specific(schema, record));
  }

  /** Other serdes give no reasons. An outage of the registry is not the record's fault. */
  private DecodedValue decode(String topic, byte[] value, Headers headers) {
    try {
      return values instanceof AvroDeserializer ours
          ? ours.decode(topic, headers, value, replacing)
          : DecodedValue.other(values.deserialize(topic, headers, value));
    } catch (UnreadableRecord | RegistryRefused | RegistryUnavailable | InterruptException own) {
      throw own;
    } catch (RuntimeException foreign) {
      throw RegistryOutage.in(foreign)
          .<RuntimeException>map(outage -> outage)
          .orElseGet(
              () ->
                  new UnreadableRecord(
                      UnreadableRecord.Reason.AVRO_DECODE, foreign.getMessage(), foreign));
    }
  }

  private static String typeOf(Object decoded) {
    return decoded instanceof IndexedRecord record
        ? record.getSchema().getFullName()
        : String.valueOf(SpecificData.get().induce(decoded).getType().getName());
  }

  /** The size of a record, uncompressed: key, value and headers. */
  private static final class RecordBytes {
    private RecordBytes() {}

    static long of(byte[] key, byte[] value, Headers headers) {
      return size(key) + size(value) + of(headers);
    }

    /** A name counts its characters. */
    static long of(Headers headers) {
      long bytes = 0;
      for (Header header : headers) {
        bytes += header.key().length() + size(header.value());
      }
      return bytes;
    }

    private static long size(byte[] bytes) {
      return bytes == null ? 0 : bytes.length;
    }
  }

  /** Converts generic records of other serdes to generated classes. */
  private static final class GeneratedForm {
    static {
      GeneratedClasses.trust();
    }

    private GeneratedForm() {}

    /** Goes through bytes: only there does Avro resolve the writer's schema to the reader's. */
    static SpecificRecord specific(Schema schema, IndexedRecord generic) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      try {
        new GenericDatumWriter<IndexedRecord>(generic.getSchema()).write(generic, encoder);
        encoder.flush();
        return new SpecificDatumReader<SpecificRecord>(generic.getSchema(), schema)
            .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
      } catch (IOException | AvroRuntimeException e) {
        throw new SerializationException(
            "written as " + generic.getSchema().getFullName() + ", not readable as ours", e);
      }
    }
  }
}
