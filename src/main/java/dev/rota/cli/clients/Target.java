package dev.rota.cli.clients;

import dev.rota.domain.Domain;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * A topic that lines go to.
 *
 * @param schema that values are written with
 * @param recordMax bytes that a record may have, in a batch of its own
 * @param aheadMaxMillis how far a timestamp may be ahead of the clock
 * @param lanes the domain that takes the topic's records in
 */
record Target(
    String topic,
    Schema schema,
    int recordMax,
    long aheadMaxMillis,
    Optional<Domain<?, ?, ?>> lanes) {}
