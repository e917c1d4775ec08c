package dev.rota.kernel.domain;

import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record that a turn publishes: an assignment, outcome, snapshot or dead letter.
 *
 * <p>A large turn's payloads are not all in memory at once: each is made when it is asked for.
 *
 * @param channel its topic
 * @param key the record's key after the lane and a slash; null: the lane is the key, as on every
 *     channel but {@link Channel#SNAPSHOTS}
 * @param record null for a dead letter, and for a tombstone
 * @param schema by which it is encoded: the record's own, or an earlier one; null without a record
 * @param payloads makes the payload, always the same; null: the ledger has not encoded the record
 *     yet, or there is no value
 * @param rule the id of the rule that decided; for a dead letter, the reason
 */
public record Output(
    Channel channel,
    String key,
    SpecificRecord record,
    Schema schema,
    Payload payloads,
    String rule) {
  /** Makes a payload, always the same. */
  @FunctionalInterface
  public interface Payload {
    /** Makes it behind so many bytes, 0 to 1024, which are the caller's. */
    byte[] behind(int room);

    /** Returns these bytes, or a copy behind the room. */
    static Payload of(byte[] bytes) {
      return room -> {
        if (room == 0) {
          return bytes;
        }
        byte[] copy = new byte[room + bytes.length];
        System.arraycopy(bytes, 0, copy, room, bytes.length);
        return copy;
      };
    }
  }

  /** The output topics of a domain. */
  public enum Channel {
    ASSIGNMENTS,
    OUTCOMES,
    DEAD_LETTERS,
    /** Compacted: the last record of each key. Few domains have it. */
    SNAPSHOTS;

    /** The topic, such as {@code cores-dead-letters}. */
    public String topic(String domain) {
      return domain + "-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns true if a record replaces earlier ones with its key. */
    public boolean isCompacted() {
      return this == SNAPSHOTS;
    }
  }

  /** The reason of a dead letter on whose input the rules failed: a bug, not bad input. */
  public static final String ENGINE_FAULT = "ENGINE_FAULT";

  /** The reason of a dead letter that is only a stub of its input, which is too large to keep. */
  public static final String TOO_LARGE = "TOO_LARGE";

  /** The reason of a dead letter with a field beyond the limit that its schema states. */
  public static final String LIMIT = "LIMIT";

  /** The reason of a dead letter whose outputs would be too large to write. */
  public static final String TURN_TOO_LARGE = "TURN_TOO_LARGE";

  /** The largest record that a domain writes, in bytes, with its key and headers. */
  public static final int RECORD_BYTES_MAX = 16 << 20;

  /** To encode a payload of so many bytes takes longer than to hand it to another thread. */
  public static final int LARGE_BYTES = 16 << 10;

  /** The reason of a dead letter that is not an input but a deadline on which the rules failed. */
  public static final String DEADLINE_FAULT = "DEADLINE_FAULT";

  /** The reason of a dead letter whose lane cannot be opened: a bug, not bad input. */
  public static final String LANE_SET_ASIDE = "LANE_SET_ASIDE";

  /** A record with its own key. */
  public Output(Channel channel, String key, SpecificRecord record, String rule) {
    this(channel, key, record, record == null ? null : record.getSchema(), null, rule);
  }

  /** A record whose key is the lane. */
  public Output(Channel channel, SpecificRecord record, String rule) {
    this(channel, null, record, rule);
  }

  public static Output deadLetter(String reason, byte[] value) {
    return new Output(
        Channel.DEAD_LETTERS, null, null, null, value == null ? null : Payload.of(value), reason);
  }

  /** The output, to be encoded by this schema of its record. */
  @SuppressWarnings("ReferenceEquality") // the common case, without a copy
  Output by(Schema writer) {
    return record == null || writer == schema
        ? this
        : new Output(channel, key, record, writer, null, rule);
  }

  /** The output with its payload in Avro binary. */
  public Output encoded(Payload avro) {
    return new Output(channel, key, record, schema, avro, rule);
  }

  /**
   * The record in Avro binary; for a dead letter the unchanged value; null for a tombstone. Ask
   * once: it may be encoded anew.
   */
  public byte[] payload() {
    return payload(0);
  }

  /** The same behind so many bytes, 0 to 1024, which are the caller's if there are some. */
  public byte[] payload(int room) {
    return payloads == null ? null : payloads.behind(room);
  }

  /** The record's key on its topic. */
  public String keyIn(String lane) {
    return key == null ? lane : lane + "/" + key;
  }

  /** Returns true for inputs that could not be read or decided, and for failed deadlines. */
  public boolean isDeadLetter() {
    return channel == Channel.DEAD_LETTERS;
  }

  /** Returns true if the turn's input could not be read or decided. */
  public boolean isInput() {
    return isDeadLetter() && !isDeadline();
  }

  /** Returns true if the payload is a stub of the turn's input. */
  public boolean isStub() {
    return isDeadLetter() && rule.equals(TOO_LARGE);
  }

  /** Returns true if a deadline was set aside. The payload is the deadline as text. */
  public boolean isDeadline() {
    return isDeadLetter() && rule.equals(DEADLINE_FAULT);
  }
}
