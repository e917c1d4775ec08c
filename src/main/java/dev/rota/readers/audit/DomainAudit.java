package dev.rota.readers.audit;

import dev.rota.kernel.domain.Domain;
import dev.rota.registry.Registry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;

/** The audit of a domain, over all partitions and several threads. */
public final class DomainAudit implements AutoCloseable {
  private static final int STOP_SECONDS = 5;

  private final Domain domain;
  private final TopicLogs logs;
  private final TopicLayout layout;
  private final AuditAnchor anchor;
  private final WriterSchemas writers;
  private final CheckpointKeeping keeping;
  private final List<PartitionAudit> parts = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final LongAdder progress = new LongAdder();

  /**
   * What an audit may use beside the topics.
   *
   * @param group of the engine, whose offsets say what must be in the ledger; null: not known
   * @param registry of the inputs' schemas; null: Rota's own schemas must do. The caller closes it.
   * @param anchor of an earlier audit, or null
   * @param since which kept checkpoints it may begin with
   * @param keeping keeps checkpoints if everything is proved; or null
   * @param threads how many parts of partitions are audited at once
   */
  public record Witnesses(
      String group,
      Registry registry,
      AuditAnchor anchor,
      CheckpointChoice since,
      CheckpointKeeping keeping,
      int threads) {
    public static final Witnesses NONE = new Witnesses(null, null, null);

    /** From the beginning, and nothing is kept. */
    public Witnesses(String group, Registry registry, AuditAnchor anchor) {
      this(group, registry, anchor, CheckpointChoice.BEGINNING, null, 1);
    }
  }

  /** As below, with the topics alone. */
  public DomainAudit(Domain domain, Map<String, Object> kafka) {
    this(domain, kafka, Witnesses.NONE);
  }

  /**
   * Fixes the end of the audit: everything committed until now.
   *
   * @param kafka {@code bootstrap.servers} and other consumer settings
   * @throws dev.rota.road.topics.UnfitCluster if a topic is missing
   * @throws AuditAnchor.Foreign if the anchor is not of this domain and cluster
   */
  public DomainAudit(Domain domain, Map<String, Object> kafka, Witnesses witnesses) {
    this(domain, new KafkaLogs(domain, kafka), witnesses);
  }

  DomainAudit(Domain domain, TopicLogs logs, Witnesses witnesses) {
    this.domain = domain;
    this.logs = logs;
    this.layout = logs.layout();
    this.anchor = witnesses.anchor();
    this.writers = new WriterSchemas(witnesses.registry());
    this.keeping = witnesses.keeping();
    try {
      AuditAnchor.Foreign.check(anchor, domain.name(), layout.clusterId());
      // The group first: what it has committed is in the ledger by then.
      Map<TopicPartition, Long> committed = committed(witnesses.group());
      AuditScope scope =
          new AuditScope(logs, ledgerPartitions(), committed, anchor, writers, keeping, progress);
      int threads = anchor == null ? witnesses.threads() : 1; // an anchor is of whole partitions
      open(scope, new AuditStretches(domain, logs, witnesses.since(), threads));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void open(AuditScope scope, AuditStretches cuts) {
    for (int partition = 0; partition < layout.most(); partition++) {
      AuditReport first = new AuditReport();
      for (AuditStretch stretch : cuts.of(partition, first)) {
        AuditReport report = first == null ? new AuditReport() : first;
        parts.add(new PartitionAudit(domain, scope, stretch, report));
        first = null;
      }
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
    return layout.partitions(RequiredTopics.ledger(domain.name()));
  }

  /** Inputs are the last that grow. */
  private int inputPartitions() {
    return domain.wire().inputs().stream()
        .mapToInt(input -> layout.partitions(input.topic()))
        .filter(count -> count > 0)
        .min()
        .orElse(ledgerPartitions());
  }

  /** The number of ledger records read so far. Thread-safe, for progress. */
  public long done() {
    return progress.sum();
  }

  /** The approximate number of ledger records: transaction markers count, too. */
  public long length() {
    return parts.stream().mapToLong(PartitionAudit::length).sum();
  }

  /** Audits all partitions with this many threads. Checkpoints are kept only if all are proved. */
  public AuditReport run(int threads) throws InterruptedException {
    List<AuditReport> reports = each(threads, PartitionAudit::run);
    AuditReport report = whole(AuditReport.of(RequiredTopics.ledger(domain.name()), reports));
    if (keeping != null && report.proved() && keeping.mayFollow(report.begun())) {
      // An end says that all its rows are there.
      keeping.to().settle();
      boolean replayed = keeping.isReplayed(report.begun());
      parts.forEach(part -> report.count(AuditCount.KEPT, part.keep(replayed)));
      keeping.to().settle();
    }
    return report;
  }

  private <T> List<T> each(int threads, Function<PartitionAudit, T> work)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CompletionService<T> ended = new ExecutorCompletionService<>(pool);
    try {
      Map<PartitionAudit, Future<T>> running = new HashMap<>();
      for (PartitionAudit part : largestFirst()) {
        running.put(part, ended.submit(() -> work.apply(part)));
      }
      for (int left = parts.size(); left > 0; left--) {
        var _ = ended.take().get(); // the first that fails is told at once
      }
      List<T> done = new ArrayList<>();
      for (PartitionAudit part : parts) {
        done.add(running.get(part).get());
      }
      return done;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException kafka) {
        throw kafka;
      }
      throw new IllegalStateException("the audit failed", e.getCause());
    } finally {
      pool.shutdownNow();
      // A reader that another thread still polls cannot be closed.
      var _ = pool.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Else a large part that begins last would keep one thread busy while the others wait. */
  private List<PartitionAudit> largestFirst() {
    Comparator<PartitionAudit> bySize = Comparator.comparingLong(PartitionAudit::records);
    return parts.stream().sorted(bySize.reversed()).toList();
  }

  /** The size of all records that were read, in bytes. */
  public long bytes() {
    return parts.stream().mapToLong(PartitionAudit::bytes).sum();
  }

  /**
   * Only reads the same records, with as many threads, for so long at most.
   *
   * @return bytes per second
   */
  public double readingSpeed(int threads, Duration limit) throws InterruptedException {
    long started = System.nanoTime();
    long deadline = started + limit.toNanos();
    long bytes = 0;
    for (long one : each(threads, part -> part.readOnly(deadline))) {
      bytes += one;
    }
    return bytes * 1e9 / Math.max(1, System.nanoTime() - started);
  }

  /** Adds what only all partitions together show. */
  private AuditReport whole(AuditReport report) {
    SchemaIds ids = new SchemaIds();
    SchemaMeanings meanings = new SchemaMeanings();
    for (PartitionAudit part : parts) {
      ids.merge(part.ids());
      meanings.merge(part.meanings(), report);
    }
    report.moved().settle(report, inputPartitions());
    ids.settle(writers, report);
    meanings.settle(report);
    settleLater(report);
    if (anchor != null) {
      AnchorCheck.compare(anchor, layout, report);
    }
    warn(report);
    return report;
  }

  /** The parts of a partition are in order. */
  private void settleLater(AuditReport report) {
    Map<Integer, AuditStretch> first = new TreeMap<>();
    Map<Integer, LaterSchemas> whole = new HashMap<>();
    for (PartitionAudit part : parts) {
      int partition = part.stretch().partition();
      first.putIfAbsent(partition, part.stretch());
      whole.computeIfAbsent(partition, _ -> new LaterSchemas()).append(part.later());
    }
    first.forEach(
        (partition, stretch) ->
            whole.get(partition).settle(() -> earlier(stretch, partition), report));
  }

  private LaterSchemas.Earlier earlier(AuditStretch first, int partition) {
    if (logs.begin(new TopicPartition(RequiredTopics.ledger(domain.name()), partition)) > 0) {
      return LaterSchemas.Earlier.GONE;
    }
    return first.start() == null ? LaterSchemas.Earlier.NOTHING : LaterSchemas.Earlier.RETAINED;
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
  public AuditAnchor anchor(AuditReport report, long nowMillis) {
    Map<String, Map<Integer, Long>> ends = new HashMap<>();
    for (PartitionAudit part : parts) {
      int number = part.stretch().partition();
      part.ends()
          .forEach(
              (topic, end) ->
                  ends.computeIfAbsent(topic, _ -> new TreeMap<>()).merge(number, end, Math::max));
    }
    TreeMap<String, AuditAnchor.Topic> topics = new TreeMap<>();
    layout
        .topics()
        .forEach(
            (name, topic) -> {
              if (ends.containsKey(name)) { // the time topic holds nothing to prove
                TreeMap<Integer, Long> own = new TreeMap<>(ends.get(name));
                own.keySet().removeIf(number -> number >= topic.partitions());
                topics.put(name, new AuditAnchor.Topic(topic.id(), own));
              }
            });
    return new AuditAnchor(
        domain.name(),
        layout.clusterId(),
        nowMillis,
        report.digest(),
        topics,
        report.ends(),
        report.pages());
  }

  @Override
  public void close() {
    PeekingReader.closeAll(parts.stream().flatMap(part -> part.readers().stream()).toList());
    logs.close();
  }
}
