package dev.rota.kernel.domain;

import org.apache.avro.Schema;

/**
 * An input topic of a domain.
 *
 * @param topic its name
 * @param schema of its records, as this program was generated from it
 */
public record InputTopic(String topic, Schema schema) {}
