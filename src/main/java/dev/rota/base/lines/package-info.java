/**
 * JSON lines: the envelope format of all commands, and conversion of its values from and to Avro.
 *
 * <p>It knows schemas, but no domain, Kafka client or registry.
 */
package dev.rota.base.lines;
