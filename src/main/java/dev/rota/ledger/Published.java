package dev.rota.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Output;
import dev.rota.engine.Deadline;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record that a turn published.
 *
 * @param key what follows the lane in a compacted topic's key; null: the lane is the key
 * @param record what it says; null for a dead letter, and where nothing is said of a key any more
 * @param payload Avro binary without framing; a dead letter's value as it came; or null
 * @param rule the rule that decided; for a dead letter, the reason
 */
public record Published(
    Output.Channel channel, String key, SpecificRecord record, byte[] payload, String rule) {
  /** The record's key as it lies on its topic. */
  public String keyIn(String lane) {
    return key == null ? lane : lane + "/" + key;
  }

  /** The reason of a dead letter whose input made the rules fail: a bug, not bad input. */
  public static final String ENGINE_FAULT = "ENGINE_FAULT";

  /** The reason of a dead letter that is no input, but a deadline that made the rules fail. */
  public static final String DEADLINE_FAULT = "DEADLINE_FAULT";

  static Published deadLetter(String reason, byte[] bytes) {
    return new Published(Output.Channel.DEAD_LETTERS, null, null, bytes, reason);
  }

  static Published deadLetter(Deadline deadline) {
    return deadLetter(DEADLINE_FAULT, deadline.toString().getBytes(UTF_8));
  }

  /** As the domain wrote it; of a dead letter, only where it goes and why. */
  public Output output() {
    return new Output(channel, key, record, rule);
  }

  /** Whether it is the turn's input that could not be decided. */
  public boolean isInput() {
    return isDeadLetter() && !isDeadline();
  }

  /** Whether it could not be read or decided. */
  public boolean isDeadLetter() {
    return channel == Output.Channel.DEAD_LETTERS;
  }

  /** Whether it is a deadline that was set aside; its payload is the value, as text. */
  public boolean isDeadline() {
    return isDeadLetter() && rule.equals(DEADLINE_FAULT);
  }
}
