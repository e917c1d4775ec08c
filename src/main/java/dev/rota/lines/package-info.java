/**
 * JSON lines: the one envelope that every command reads and writes, and its values to and from
 * Avro.
 *
 * <p>Knows schemas, but no domain, no Kafka client and no registry.
 */
package dev.rota.lines;
