package dev.rota.kernel.ledger;

import dev.rota.base.avro.FieldExcess;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.specific.SpecificRecord;

/** Converts decoded records to arrivals, and turns of the ledger back to the same arrivals. */
public final class InputCodec {
  private final Domain domain;
  private final Map<String, InputBytes> topics = new HashMap<>();

  /** Thrown for an input in the ledger that Rota would not have written. */
  public static final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadInput(String message, Throwable cause) {
      super(message, cause);
    }
  }

  public InputCodec(Domain domain) {
    this.domain = domain;
    for (InputTopic input : domain.wire().inputs()) {
      topics.put(input.topic(), new InputBytes(input.schema()));
    }
  }

  /** Returns the first field beyond the limit that its schema states, or null. */
  public FieldExcess excess(String topic, SpecificRecord record) {
    return topics.get(topic).excess(record);
  }

  /** As above. An input of few bytes has no field of more. */
  public FieldExcess excess(String topic, SpecificRecord record, byte[] input) {
    return topics.get(topic).excess(record, input);
  }

  /** An input read from the topic at {@code source}. */
  public TurnArrival take(InputPosition source, SpecificRecord record) {
    return take(source, record, input(source.topic(), record));
  }

  /**
   * As above.
   *
   * @param input the record as the ledger has it
   */
  public TurnArrival take(InputPosition source, SpecificRecord record, byte[] input) {
    return new TurnArrival.Legible(source, domain.wire().read(record), input);
  }

  /** Returns the record as the ledger has it: fingerprint of its schema, and Avro's encoding. */
  public byte[] input(String topic, SpecificRecord record) {
    return topics.get(topic).of(record);
  }

  /** As above, of a record whose encoding is known: the bytes from this index on. */
  public byte[] input(String topic, byte[] encoding, int from) {
    return topics.get(topic).of(encoding, from);
  }

  /**
   * Returns true if the input is of the topic's present schema, and has this encoding from an index
   * on.
   */
  public boolean holds(String topic, byte[] input, byte[] encoding, int from) {
    return topics.get(topic).holds(input, encoding, from);
  }

  /**
   * The arrival of a turn, for replay.
   *
   * @throws BadInput if the input cannot be decoded
   */
  public TurnArrival again(TurnEntry entry) {
    if (entry.kind() == TurnEntry.Kind.TICK) {
      return new TurnArrival.Tick(entry.atMillis());
    }
    if (entry.source() == null) {
      throw new BadInput("an input without a source", null);
    }
    if (entry.kind() == TurnEntry.Kind.UNREADABLE && entry.reason() == null) {
      throw new BadInput("an unreadable record without a reason", null);
    }
    if (entry.kind() == TurnEntry.Kind.UNREADABLE) {
      return new TurnArrival.Unreadable(entry.source(), entry.reason(), entry.key(), entry.input());
    }
    return read(entry);
  }

  /**
   * The record of a turn's input; null: it has none, or none that can be read.
   *
   * @throws BadInput if it cannot be decoded
   */
  public SpecificRecord record(TurnEntry entry) {
    return entry.kind() == TurnEntry.Kind.INPUT
        ? record(entry.source().topic(), entry.input())
        : null;
  }

  /** The record of an input as {@link #input} gives it. */
  public SpecificRecord record(String topic, byte[] input) {
    try {
      return topics.get(topic).read(input).record();
    } catch (IOException | AvroRuntimeException e) {
      throw new BadInput("its input cannot be decoded: " + e.getMessage(), e);
    }
  }

  /**
   * Returns true if a program of an earlier release made this input of the record of which {@link
   * #input} makes the other.
   */
  public boolean isReleased(String topic, byte[] input, byte[] present) {
    try {
      return input != null && topics.get(topic).isReleased(input, present);
    } catch (IOException | AvroRuntimeException | NullPointerException | BadInput _) {
      return false;
    }
  }

  /** Nobody but {@link #take} writes inputs: in their one encoding, into their own lane. */
  private TurnArrival read(TurnEntry entry) {
    InputBytes topic = topics.get(entry.source().topic());
    if (topic == null) {
      throw new BadInput(
          "an input from " + entry.source().topic() + ", which is not an input of " + domain.name(),
          null);
    }
    try {
      InputBytes.Read read = topic.read(entry.input());
      String lane = domain.wire().lane(read.record());
      if (!entry.lane().equals(lane)) {
        throw new BadInput("its input is of lane " + lane + ", not " + entry.lane(), null);
      }
      Object input = domain.wire().read(read.record());
      return new TurnArrival.Legible(entry.source(), input, entry.input(), read.exact());
    } catch (IOException | AvroRuntimeException | NullPointerException e) {
      throw new BadInput("its input cannot be decoded: " + e.getMessage(), e);
    }
  }
}
