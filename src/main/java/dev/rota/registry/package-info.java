/**
 * Avro on the wire as Confluent's clients write and read it, and the client of the registry that
 * names the schemas.
 *
 * <pre>
 * prefix (written by default)   00 | schema id, 4 bytes, big-endian | Avro binary
 * header (read, and written on request)   __value_schema_id = 01 | guid, 16 bytes;  value = Avro binary
 * </pre>
 *
 * <p>Bad bytes are {@link dev.rota.registry.UnreadableRecord}, a registry that does not answer is
 * {@link dev.rota.registry.RegistryUnavailable}, one that says no is {@link
 * dev.rota.registry.RegistryRefused}. Only the first is the record's fault.
 */
package dev.rota.registry;
