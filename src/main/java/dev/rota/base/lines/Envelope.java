package dev.rota.base.lines;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A record as a JSON line.
 *
 * <pre>{"topic":"claims","key":"polkadot","timestamp":1700000000000,"value":{…}}</pre>
 *
 * @param value the record as JSON; JSON null: no value
 */
public record Envelope(EnvelopeMetadata metadata, JsonNode value) implements InputLine {
  public String topic() {
    return metadata.topic();
  }

  public Optional<String> key() {
    return metadata.key();
  }

  /** The timestamp, epoch ms. */
  public OptionalLong timestamp() {
    return metadata.timestamp();
  }
}
