package dev.rota.registry;

import org.apache.avro.Schema;

/** One version of a subject. */
public record RegisteredSchema(String subject, int version, int id, Schema schema) {}
