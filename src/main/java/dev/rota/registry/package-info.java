/**
 * Avro in Confluent's wire format, and a client of the schema registry.
 *
 * <pre>
 * prefix (written by default)   00 | schema id, 4 bytes, big-endian | Avro binary
 * header (read, and written on request)   __value_schema_id = 01 | guid, 16 bytes;  value = Avro binary
 * </pre>
 *
 * <p>Invalid bytes cause {@link dev.rota.registry.UnreadableRecord}, a registry that does not
 * answer {@link dev.rota.registry.RegistryUnavailable}, and a refused request {@link
 * dev.rota.registry.RegistryRefused}. Only the first is the record's fault.
 */
package dev.rota.registry;
