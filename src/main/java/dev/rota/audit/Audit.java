package dev.rota.audit;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.registry.Registry;
import dev.rota.topics.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;

/** The audit of a domain, over all partitions and several threads. */
public final class Audit<S extends State, I, F extends Fact<S>> implements AutoCloseable {
  private final Domain<S, I, F> domain;
  private final Logs logs;
  private final Layout layout;
  private final Anchor anchor;
  private final WriterSchemas writers;
  private final List<PartitionAudit<S, I, F>> partitions = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final LongAdder progress = new LongAdder();

  /**
   * What an audit may be told beside the topics.
   *
   * @param group of the engine, whose offsets say what must be in the ledger; null: not known
   * @param registry of the inputs' schemas; null: Rota's own schemas must do. The caller closes it.
   * @param anchor of an earlier audit, or null
   */
  public record Witnesses(String group, Registry registry, Anchor anchor) {
    public static final Witnesses NONE = new Witnesses(null, null, null);
  }

  /** As below, with the topics alone. */
  public Audit(Domain<S, I, F> domain, Map<String, Object> kafka) {
    this(domain, kafka, Witnesses.NONE);
  }

  /**
   * Fixes the end of the audit: everything committed until now.
   *
   * @param kafka {@code bootstrap.servers} and other consumer settings
   * @throws dev.rota.topics.UnfitCluster if a topic is missing
   * @throws Anchor.Foreign if the anchor is not of this domain and cluster
   */
  public Audit(Domain<S, I, F> domain, Map<String, Object> kafka, Witnesses witnesses) {
    this(domain, new KafkaLogs(domain, kafka), witnesses);
  }

  Audit(Domain<S, I, F> domain, Logs logs, Witnesses witnesses) {
    this.domain = domain;
    this.logs = logs;
    this.layout = logs.layout();
    this.anchor = witnesses.anchor();
    this.writers = new WriterSchemas(witnesses.registry());
    try {
      Anchor.Foreign.check(anchor, domain.name(), layout.clusterId());
      // The group first: what it has committed is in the ledger by then.
      Map<TopicPartition, Long> committed = committed(witnesses.group());
      PartitionAudit.Scope scope =
          new PartitionAudit.Scope(logs, ledgerPartitions(), committed, anchor, writers, progress);
      for (int partition = 0; partition < layout.most(); partition++) {
        partitions.add(new PartitionAudit<>(domain, scope, partition));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Map<TopicPartition, Long> committed(String group) {
    if (group == null) {
      return Map.of();
    }
    try {
      Map<TopicPartition, Long> committed = logs.committed(group);
      if (committed.isEmpty()) {
        warnings.add("the group " + group + " has no offsets to compare the ledger with");
      }
      return committed;
    } catch (AuthorizationException e) {
      warnings.add("the offsets of the group " + group + " may not be read: " + e.getMessage());
      return Map.of();
    }
  }

  private int ledgerPartitions() {
    return layout.partitions(Topics.ledger(domain.name()));
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
      return whole(AuditReport.of(Topics.ledger(domain.name()), reports));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException kafka) {
        throw kafka;
      }
      throw new IllegalStateException("the audit failed", e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** Adds what only all partitions together show. */
  private AuditReport whole(AuditReport report) {
    SchemaIds ids = new SchemaIds();
    SchemaMeanings meanings = new SchemaMeanings();
    for (PartitionAudit<S, I, F> partition : partitions) {
      ids.merge(partition.ids());
      meanings.merge(partition.meanings(), report);
    }
    ids.settle(writers, report);
    meanings.settle(report);
    if (anchor != null) {
      AnchorCheck.compare(anchor, layout, report);
    }
    warn(report);
    return report;
  }

  private void warn(AuditReport report) {
    warnings.forEach(report::warn);
    layout
        .topics()
        .forEach(
            (name, topic) -> {
              if (topic.partitions() != ledgerPartitions()) {
                report.warn(
                    name
                        + " has "
                        + topic.partitions()
                        + " partitions, the ledger "
                        + ledgerPartitions()
                        + ": the engine decides nothing until they are equal");
              }
            });
    if (writers.isRegistryLost()) {
      report.warn("the registry does not answer: Rota's own schemas explain the inputs");
    }
  }

  /**
   * Notes what this audit has seen, for later ones. Call it after {@link #run}.
   *
   * @param nowMillis epoch ms
   */
  public Anchor anchor(AuditReport report, long nowMillis) {
    Map<String, Map<Integer, Long>> ends = new HashMap<>();
    for (int partition = 0; partition < partitions.size(); partition++) {
      int number = partition;
      partitions
          .get(partition)
          .ends()
          .forEach(
              (topic, end) ->
                  ends.computeIfAbsent(topic, name -> new TreeMap<>()).put(number, end));
    }
    TreeMap<String, Anchor.Topic> topics = new TreeMap<>();
    layout
        .topics()
        .forEach(
            (name, topic) -> {
              if (ends.containsKey(name)) { // the time topic holds nothing to prove
                Map<Integer, Long> own = new TreeMap<>(ends.get(name));
                own.keySet().removeIf(number -> number >= topic.partitions());
                topics.put(name, new Anchor.Topic(topic.id(), own));
              }
            });
    return new Anchor(
        domain.name(), layout.clusterId(), nowMillis, report.digest(), topics, report.ends());
  }

  @Override
  public void close() {
    partitions.forEach(PartitionAudit::close);
    logs.close();
  }
}
