package dev.rota.domain;

import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record that a turn publishes: an assignment, an outcome, a snapshot or a dead letter.
 *
 * @param channel where it goes
 * @param key of what this is the last word, after the lane's name and a slash; null: the lane is
 *     the key, as it is on every channel but {@link Channel#SNAPSHOTS}
 * @param record what it says; null for a dead letter, and where nothing is said of the key any more
 * @param payload the record in Avro binary, null until the ledger encodes it; a dead letter's value
 *     as it came
 * @param rule the rule that decided, by its id in the rules' book; for a dead letter, the reason
 */
public record Output(
    Channel channel, String key, SpecificRecord record, byte[] payload, String rule) {
  /** The topics of a domain that tell what was decided. */
  public enum Channel {
    ASSIGNMENTS,
    OUTCOMES,
    DEAD_LETTERS,
    /** The last record of each key, for readers who begin with nothing; few domains have it. */
    SNAPSHOTS;

    /** {@code cores-dead-letters} and its like. */
    public String topic(String domain) {
      return domain + "-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether a record replaces the one before it that has its key. */
    public boolean isCompacted() {
      return this == SNAPSHOTS;
    }
  }

  /** The reason of a dead letter whose input made the rules fail: a bug, not bad input. */
  public static final String ENGINE_FAULT = "ENGINE_FAULT";

  /** The reason of a dead letter that is no input, but a deadline that made the rules fail. */
  public static final String DEADLINE_FAULT = "DEADLINE_FAULT";

  /** One with a key of its own. */
  public Output(Channel channel, String key, SpecificRecord record, String rule) {
    this(channel, key, record, null, rule);
  }

  /** One among all of its lane. */
  public Output(Channel channel, SpecificRecord record, String rule) {
    this(channel, null, record, null, rule);
  }

  public static Output deadLetter(String reason, byte[] value) {
    return new Output(Channel.DEAD_LETTERS, null, null, value, reason);
  }

  public Output encoded(byte[] avro) {
    return new Output(channel, key, record, avro, rule);
  }

  /** The record's key as it lies on its topic. */
  public String keyIn(String lane) {
    return key == null ? lane : lane + "/" + key;
  }

  /** Whether it could not be read or decided. */
  public boolean isDeadLetter() {
    return channel == Channel.DEAD_LETTERS;
  }

  /** Whether it is the turn's input that could not be decided. */
  public boolean isInput() {
    return isDeadLetter() && !isDeadline();
  }

  /** Whether it is a deadline that was set aside; its payload is the value, as text. */
  public boolean isDeadline() {
    return isDeadLetter() && rule.equals(DEADLINE_FAULT);
  }
}
