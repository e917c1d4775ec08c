package dev.rota.readers.audit;

import dev.rota.road.kept.Keeping;
import dev.rota.road.logs.Logs;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.TopicPartition;

/**
 * What all partitions of an audit share.
 *
 * @param partitions of the ledger
 * @param committed the offsets of the group on the inputs
 * @param anchor or null
 * @param keeping or null
 * @param progress counts ledger entries
 */
record Scope(
    Logs logs,
    int partitions,
    Map<TopicPartition, Long> committed,
    Anchor anchor,
    WriterSchemas writers,
    Keeping keeping,
    LongAdder progress) {}
