package dev.rota.domain;

import org.apache.avro.specific.SpecificRecord;

/**
 * A record for the outside.
 *
 * @param channel where it goes
 * @param record what it says
 * @param rule the rule that decided, by its id in the specification
 */
public record Output(Channel channel, SpecificRecord record, String rule) {
  /** The three topics of a domain that tell what was decided. */
  public enum Channel {
    ASSIGNMENTS,
    OUTCOMES,
    DEAD_LETTERS;

    /** {@code cores-dead-letters} and its like. */
    public String topic(String domain) {
      return domain + "-" + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }
}
