package dev.rota.audit;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.topics.CoPartitioning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** The audit of a domain, over all partitions and several threads. */
public final class Audit<S extends State, I, F extends Fact<S>> implements AutoCloseable {
  private final List<PartitionAudit<S, I, F>> partitions = new ArrayList<>();
  private final LongAdder progress = new LongAdder();

  /**
   * Fixes the end of the audit: everything committed until now.
   *
   * @param kafka {@code bootstrap.servers} and other consumer settings
   * @throws dev.rota.topics.UnfitCluster if a topic is missing
   */
  public Audit(Domain<S, I, F> domain, Map<String, Object> kafka) {
    int count;
    try (Admin admin = Admin.create(kafka)) {
      count = CoPartitioning.check(admin, domain, String.valueOf(kafka.get("bootstrap.servers")));
    }
    for (int partition = 0; partition < count; partition++) {
      partitions.add(new PartitionAudit<>(domain, kafka, partition, progress));
    }
  }

  /** The number of ledger entries read so far. Thread-safe, for progress. */
  public long done() {
    return progress.sum();
  }

  /** The approximate number of ledger entries: transaction markers count, too. */
  public long length() {
    return partitions.stream().mapToLong(PartitionAudit::length).sum();
  }

  /** Audits all partitions with this many threads. */
  public AuditReport run(int threads) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<AuditReport>> parts = new ArrayList<>();
      for (PartitionAudit<S, I, F> partition : partitions) {
        parts.add(pool.submit(partition::run));
      }
      List<AuditReport> reports = new ArrayList<>();
      for (Future<AuditReport> part : parts) {
        reports.add(part.get());
      }
      return AuditReport.of(reports);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException kafka) {
        throw kafka;
      }
      throw new IllegalStateException("the audit failed", e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  @Override
  public void close() {
    partitions.forEach(PartitionAudit::close);
  }
}
