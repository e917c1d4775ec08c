package dev.rota.domain;

import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record for the outside.
 *
 * @param channel where it goes
 * @param key of what this is the last word, after the lane's name and a slash; null: the lane is
 *     the key, as it is on every channel but {@link Channel#SNAPSHOTS}
 * @param record what it says; null: nothing is said of the key any more
 * @param rule the rule that decided, by its id in the specification
 */
public record Output(Channel channel, String key, SpecificRecord record, String rule) {
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

  /** One among all of its lane. */
  public Output(Channel channel, SpecificRecord record, String rule) {
    this(channel, null, record, rule);
  }
}
