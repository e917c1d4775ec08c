package dev.rota.domain;

import org.apache.avro.Schema;

/**
 * A topic that a domain takes its inputs from.
 *
 * @param topic its name
 * @param schema of its records: the one that the program was generated from
 */
public record Input(String topic, Schema schema) {}
