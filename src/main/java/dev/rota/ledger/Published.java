package dev.rota.ledger;

import dev.rota.domain.Output;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record that a turn published.
 *
 * @param record what it says; null for a dead letter
 * @param payload Avro binary without framing; a dead letter's value as it came, or null
 * @param rule the rule that decided; for a dead letter, the reason
 */
public record Published(
    Output.Channel channel, SpecificRecord record, byte[] payload, String rule) {}
