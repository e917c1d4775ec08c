package dev.rota.readers.audit;

import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.logs.TopicLogs;
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
record AuditScope(
    TopicLogs logs,
    int partitions,
    Map<TopicPartition, Long> committed,
    AuditAnchor anchor,
    WriterSchemas writers,
    CheckpointKeeping keeping,
    LongAdder progress) {}
