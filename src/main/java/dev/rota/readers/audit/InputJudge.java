package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rota.base.avro.ReleasedSchemas;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.OversizedInput;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.RegistryUnavailable;
import dev.rota.registry.UnreadableRecord.Reason;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.WireFormat;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads a retained input again, by the code that the engine reads it with, and compares the result
 * with the ledger's entry: the same lane, the same payload, or the same reason not to decide it.
 *
 * <p>The registry says which schema an id means. Without it each of Rota's own schemas is tried,
 * and an id must mean the same one in all records ({@link SchemaMeanings}).
 */
final class InputJudge {
  /** Reasons for which no schema is needed. */
  private static final Set<String> BEFORE_SCHEMA =
      Set.of("BAD_HEADERS", Reason.EMPTY_VALUE.name(), Reason.BAD_FRAMING.name());

  /** Reasons for which the value could not be decoded. */
  private static final Set<String> UNDECODED =
      Set.of(Reason.AVRO_DECODE.name(), Reason.UNKNOWN_SCHEMA.name(), Reason.WRONG_TYPE.name());

  private static final int FINGERPRINT_BYTES = 10;

  /** The bytes of U+FFFD. */
  private static final String REPLACED = "\u00EF\u00BF\u00BD";

  /** The limit of inputs is a setting. Only a stub tells what it was. */
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private final Domain domain;
  private final InputCodec codec;
  private final int partitions;
  private final Readers present;

  /** Null before the first input with U+FFFD. */
  private Readers replacing;

  private final Map<String, Schema> schemas = new HashMap<>();
  private final SchemaMeanings meanings;
  private final WriterSchemas writers;

  private final LaterSchemas later;

  /**
   * The result: {@code finding} is null if the entry holds what was read.
   *
   * @param isOpen true: it is judged when more is known
   */
  record Judgement(boolean isOpen, AuditFinding finding, Exception cause) {
    static final Judgement OPEN = new Judgement(true, null, null);
    static final Judgement PLAIN = new Judgement(false, null, null);
  }

  /**
   * Readers of inputs.
   *
   * @param registered by the registry's schemas; null: there is no registry that answers
   * @param own by Rota's own schemas of each topic, the present one first
   */
  private record Readers(InputReader registered, Map<String, List<InputReader>> own) {}

  /** What some readers make of a record, a bit each. */
  private record Readings(
      long explaining, long decoding, long legible, InputReader.Received first) {}

  /** Judges the inputs of one partition of a domain that has so many. */
  InputJudge(
      Domain domain,
      int partitions,
      WriterSchemas writers,
      SchemaMeanings meanings,
      LaterSchemas later) {
    this.domain = domain;
    this.codec = new InputCodec(domain);
    this.partitions = partitions;
    this.meanings = meanings;
    this.writers = writers;
    this.later = later;
    domain.wire().inputs().forEach(input -> schemas.put(input.topic(), input.schema()));
    present = readers(this::reader);
  }

  private InputReader reader(Deserializer<Object> values) {
    return new InputReader(domain, values, partitions, NO_LIMIT);
  }

  private Readers readers(Function<Deserializer<Object>, InputReader> reader) {
    Deserializer<Object> values = writers.deserializer();
    Map<String, List<InputReader>> own = new HashMap<>();
    schemas.forEach(
        (topic, schema) ->
            own.put(
                topic,
                ReleasedSchemas.of(schema).stream()
                    .map(AvroDeserializer::assuming)
                    .map(reader)
                    .toList()));
    return new Readers(values == null ? null : reader.apply(values), own);
  }

  /**
   * Judges a record.
   *
   * @param exact true: the entry's input was read again, and is just as the engine writes it
   */
  Judgement judge(ConsumerRecord<byte[], byte[]> record, TurnEntry entry, boolean exact) {
    if (entry.kind() == TurnEntry.Kind.INPUT) {
      later.decided(WireFormat.id(record));
    }
    return exact && isPlain(record, entry)
        ? Judgement.PLAIN
        : judge(record, entry, entry.kind() == TurnEntry.Kind.INPUT ? readers(entry) : present);
  }

  private Readers readers(TurnEntry entry) {
    if (!mayBeReplaced(entry.input())) {
      return present;
    }
    replacing = replacing == null ? readers(values -> reader(values).replacing()) : replacing;
    return replacing;
  }

  /** Programs up to 0.2 took what is no UTF-8 for U+FFFD. Nothing tells which program it was. */
  private static boolean mayBeReplaced(byte[] input) {
    return new String(input, ISO_8859_1).contains(REPLACED);
  }

  /** The same bytes of the same schema need not be decoded once more. */
  private boolean isPlain(ConsumerRecord<byte[], byte[]> record, TurnEntry entry) {
    String topic = record.topic();
    Object id = WireFormat.id(record);
    if (id == null
        || record.headers().toArray().length > 0
        || !present.own.get(topic).get(0).isPlainly(topic, record.key(), record.value(), entry)) {
      return false;
    }
    return present.registered == null
        ? meanings.of(topic, id, present.own.get(topic).size()).isPresent()
        : writers.isRegistered(id, schemas.get(topic));
  }

  private Judgement judge(ConsumerRecord<byte[], byte[]> record, TurnEntry entry, Readers readers) {
    OversizedInput stub =
        Output.TOO_LARGE.equals(entry.reason())
            ? OversizedInput.read(entry.input()).orElse(null)
            : null;
    if (stub != null
        && stub.limit() >= RequiredTopics.INPUT_BYTES_FLOOR
        && stub.limit() < NO_LIMIT) {
      return settled(oversized(record, (int) stub.limit()), record, entry);
    }
    InputReader.Received received = registered(readers.registered, record);
    if (received != null
        && (!isUnknown(received)
            || entry.kind() == TurnEntry.Kind.UNREADABLE && explains(received, entry))) {
      if (isUnknown(received) || isBeforeSchema(received) || !mayBeLater(record, entry)) {
        return settled(received, record, entry);
      }
      later.unknown(WireFormat.id(record), () -> finding(received, record, entry));
      return Judgement.OPEN;
    }
    List<InputReader> own = readers.own.get(record.topic());
    SchemaMeanings.Meaning meaning = meanings.of(record.topic(), WireFormat.id(record), own.size());
    Readings readings = read(own, record, entry, meaning.candidates());
    if (isBeforeSchema(readings.first)) {
      return settled(readings.first, record, entry);
    }
    long evident = readings.explaining & readings.decoding;
    if (evident != 0) {
      meaning.bind(evident);
      return new Judgement(false, null, readings.first.cause());
    }
    return unexplained(own, readings, meaning, record, entry);
  }

  /** Nothing on the topics tells when the registry learned a schema. */
  private boolean mayBeLater(ConsumerRecord<byte[], byte[]> record, TurnEntry entry) {
    return entry.kind() == TurnEntry.Kind.UNREADABLE
        && Reason.UNKNOWN_SCHEMA.name().equals(entry.reason())
        && Arrays.equals(entry.key(), record.key())
        && Arrays.equals(entry.input(), record.value())
        && entry.lane().equals(LaneKey.nobody(record.partition()))
        && WireFormat.id(record) != null;
  }

  /** A record that is larger than the limit is not decoded, so that any schema will do. */
  private InputReader.Received oversized(ConsumerRecord<byte[], byte[]> record, int limit) {
    Schema any = schemas.get(record.topic());
    return new InputReader(domain, AvroDeserializer.assuming(any), partitions, limit)
        .receive(record);
  }

  private Judgement unexplained(
      List<InputReader> own,
      Readings readings,
      SchemaMeanings.Meaning meaning,
      ConsumerRecord<byte[], byte[]> record,
      TurnEntry entry) {
    AuditFinding finding = finding(readings.first, record, entry);
    if (readings.legible == meaning.candidates() || meaning.isBound() && readings.explaining == 0) {
      return new Judgement(false, finding, null);
    }
    Readings all = read(own, record, entry, meaning.all());
    meaning.wait(all.explaining, all.legible, finding);
    return Judgement.OPEN;
  }

  private InputReader.Received registered(
      InputReader reader, ConsumerRecord<byte[], byte[]> record) {
    try {
      return reader == null ? null : reader.receive(record);
    } catch (RegistryUnavailable _) {
      return null;
    }
  }

  private Readings read(
      List<InputReader> readers,
      ConsumerRecord<byte[], byte[]> record,
      TurnEntry entry,
      long which) {
    long explaining = 0;
    long decoding = 0;
    long legible = 0;
    InputReader.Received first = null;
    for (int i = 0; i < readers.size(); i++) {
      long bit = 1L << i;
      if ((which & bit) != 0) {
        InputReader.Received received = readers.get(i).receive(record);
        first = first == null ? received : first;
        explaining |= explains(received, entry) ? bit : 0;
        decoding |= isDecoded(received) ? bit : 0;
        legible |= received.arrival() instanceof TurnArrival.Legible ? bit : 0;
      }
    }
    return new Readings(explaining, decoding, legible, first);
  }

  private Judgement settled(
      InputReader.Received received, ConsumerRecord<byte[], byte[]> record, TurnEntry entry) {
    return new Judgement(
        false,
        explains(received, entry) ? null : finding(received, record, entry),
        received.cause());
  }

  private boolean explains(InputReader.Received received, TurnEntry entry) {
    TurnArrival arrival = received.arrival();
    if (arrival.kind() != entry.kind() || !isInput(arrival, entry)) {
      return false;
    }
    return arrival instanceof TurnArrival.Unreadable unreadable
        ? isReason(unreadable.reason(), entry.reason())
            && Arrays.equals(unreadable.key(), entry.key())
            && entry.lane().equals(LaneKey.nobody(unreadable.source().partition()))
        : received.lane().equals(entry.lane());
  }

  /** The same bytes, or the same record as a program of an earlier release wrote it. */
  private boolean isInput(TurnArrival arrival, TurnEntry entry) {
    return Arrays.equals(arrival.bytes(), entry.input())
        || arrival instanceof TurnArrival.Legible legible
            && codec.isReleased(legible.source().topic(), entry.input(), legible.bytes());
  }

  /** A deserializer that is not Rota's gives no reasons: all it cannot read is AVRO_DECODE. */
  private static boolean isReason(String judged, String written) {
    return judged.equals(written)
        || Reason.AVRO_DECODE.name().equals(written)
            && (judged.equals(Reason.BAD_FRAMING.name())
                || judged.equals(Reason.UNKNOWN_SCHEMA.name()));
  }

  private static boolean isUnknown(InputReader.Received received) {
    return received.arrival() instanceof TurnArrival.Unreadable unreadable
        && unreadable.reason().equals(Reason.UNKNOWN_SCHEMA.name());
  }

  private static boolean isBeforeSchema(InputReader.Received received) {
    return received.arrival() instanceof TurnArrival.Unreadable unreadable
        && BEFORE_SCHEMA.contains(unreadable.reason());
  }

  private static boolean isDecoded(InputReader.Received received) {
    return !(received.arrival() instanceof TurnArrival.Unreadable unreadable)
        || !UNDECODED.contains(unreadable.reason());
  }

  private AuditFinding finding(
      InputReader.Received received, ConsumerRecord<byte[], byte[]> record, TurnEntry entry) {
    boolean legible = received.arrival() instanceof TurnArrival.Legible;
    boolean decided = entry.kind() == TurnEntry.Kind.INPUT;
    String what =
        legible && decided
            ? "the ledger's input differs from the retained one"
            : legible
                ? "a good input is marked unreadable"
                : decided
                    ? "an unreadable input is decided"
                    : "an unreadable input's reason, lane or bytes differ";
    return AuditFinding.at(
        RequiredTopics.where(record),
        entry,
        what,
        told(record.topic(), received.lane(), received.arrival(), received.cause()),
        entry.lane() + ": " + (decided ? shown(record.topic(), entry.input()) : entry.reason()));
  }

  private String told(String topic, String lane, TurnArrival arrival, Exception cause) {
    return arrival instanceof TurnArrival.Unreadable unreadable
        ? lane + ": " + unreadable.reason() + ", " + cause.getMessage()
        : lane + ": " + shown(topic, arrival.bytes());
  }

  private String shown(String topic, byte[] input) {
    return input == null || input.length < FINGERPRINT_BYTES
        ? "no input"
        : WireFormat.show(
            schemas.get(topic), Arrays.copyOfRange(input, FINGERPRINT_BYTES, input.length));
  }
}
