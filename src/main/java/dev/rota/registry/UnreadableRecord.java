package dev.rota.registry;

import org.apache.kafka.common.errors.SerializationException;

/**
 * The bytes of a record cannot be read as what they should be; the record is at fault, not the
 * road.
 */
public final class UnreadableRecord extends SerializationException {
  private static final long serialVersionUID = 1L;

  /** Why the record cannot be read. */
  public enum Reason {
    /** Zero bytes where a value should be. */
    EMPTY_VALUE,
    /** Neither a schema id header nor the prefix {@code 00 + id}. */
    BAD_FRAMING,
    /** The registry does not know the schema id, and did not learn it in the time allowed. */
    UNKNOWN_SCHEMA,
    /** The schema is known; the bytes do not follow it. */
    AVRO_DECODE,
    /** Well-formed, but of another record type than this topic carries. */
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
