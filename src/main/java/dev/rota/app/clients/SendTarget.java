package dev.rota.app.clients;

import dev.rota.kernel.domain.Domain;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * A topic to send to.
 *
 * @param schema of the values
 * @param recordMax maximum bytes of a record in its own batch
 * @param aheadMaxMillis how far a timestamp may be ahead of the clock, ms
 * @param lanes the domain that reads the topic as an input
 */
record SendTarget(
    String topic, Schema schema, int recordMax, long aheadMaxMillis, Optional<Domain> lanes) {}
