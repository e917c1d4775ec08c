package dev.rota.registry;

import org.apache.kafka.common.errors.SerializationException;

/** The bytes of a record are invalid. */
public final class UnreadableRecord extends SerializationException {
  private static final long serialVersionUID = 1L;

  public enum Reason {
    /** No bytes. */
    EMPTY_VALUE,
    /** Neither a schema id header nor the prefix {@code 00 + id}. */
    BAD_FRAMING,
    /** The registry does not know the schema id within the time limit. */
    UNKNOWN_SCHEMA,
    /** The schema is known, but the bytes do not match it. */
    AVRO_DECODE,
    /** A valid record of another type than the topic's. */
    WRONG_TYPE
  }

  private final Reason reason;

  UnreadableRecord(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public UnreadableRecord(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
