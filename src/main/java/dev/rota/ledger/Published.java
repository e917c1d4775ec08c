package dev.rota.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Output;
import dev.rota.engine.Deadline;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record that a turn published.
 *
 * @param record what it says; null for a dead letter
 * @param payload Avro binary without framing; a dead letter's value as it came, or null
 * @param rule the rule that decided; for a dead letter, the reason
 */
public record Published(
    Output.Channel channel, SpecificRecord record, byte[] payload, String rule) {
  /** The reason of a dead letter whose input made the rules fail: a bug, not bad input. */
  public static final String ENGINE_FAULT = "ENGINE_FAULT";

  /** The reason of a dead letter that is no input, but a deadline that made the rules fail. */
  public static final String DEADLINE_FAULT = "DEADLINE_FAULT";

  static Published deadLetter(String reason, byte[] bytes) {
    return new Published(Output.Channel.DEAD_LETTERS, null, bytes, reason);
  }

  static Published deadLetter(Deadline deadline) {
    return deadLetter(DEADLINE_FAULT, deadline.toString().getBytes(UTF_8));
  }

  /** Whether it is the turn's input that could not be decided. */
  public boolean isInput() {
    return record == null && !isDeadline();
  }

  /** Whether it is a deadline that was set aside; its payload is the value, as text. */
  public boolean isDeadline() {
    return record == null && rule.equals(DEADLINE_FAULT);
  }
}
