package dev.rota.stream;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A value on its way to a sink.
 *
 * @param partition the task's own: a lane's records stay together whatever the key hashes to
 * @param schema null for a dead letter, whose bytes go as they came, and where there is no value
 * @param record the value for a serializer that wants the record, or null
 * @param payload the value in Avro binary
 */
record Outgoing(int partition, Schema schema, SpecificRecord record, byte[] payload) {}
