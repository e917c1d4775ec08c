package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.readers.audit.AuditReport;
import dev.rota.road.topics.TurnHeaders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What workers of storage networks read of the compacted topic, and what an audit says of it. */
class StorageWorkersIT {
  private static final ChunksDomain CHUNKS = new ChunksDomain();
  private static final String SNAPSHOTS = Channel.SNAPSHOTS.topic(CHUNKS.name());
  private static final List<String> HOSTILE = List.of("tethys", "devnet");
  private static final String PEACEFUL = "mainnet";
  private static final long SEED = 5;

  @TempDir private static Path state;

  private static DomainCluster cluster;
  private static History history;

  @BeforeAll
  static void decide() throws Exception {
    cluster = new DomainCluster(CHUNKS, 2);
    PastTraffic traffic = new PastTraffic(DomainTraffic.of(CHUNKS), SEED);
    traffic.begin(cluster, PEACEFUL, HOSTILE);
    long total = traffic.end(cluster);
    try (Committed inputs = Committed.inputs(cluster.bootstrap(), CHUNKS.name())) {
      cluster.decide(state, 1, () -> inputs.count() >= total);
    }
    history = History.of(cluster);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void aWorkerThatLostItsStateReadsItsSetAndItsDigest() throws Exception {
    history.lay(SNAPSHOTS, copies -> copies);
    recovered();
  }

  /** The broker keeps the last record of each key, and may forget one without a value. */
  @Test
  void whatIsCompactedTellsTheSame() throws Exception {
    history.lay(SNAPSHOTS, StorageWorkersIT::compacted);
    recovered();
    AuditReport report = cluster.audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
  }

  private static void recovered() {
    Map<String, WorkerAssignment> lasts = new TreeMap<>();
    Set<String> present = new TreeSet<>();
    for (Map.Entry<Turned, Output> one :
        Turned.outputs(cluster.bootstrap(), cluster.registry(), CHUNKS).entrySet()) {
      if (one.getValue().record() instanceof WorkerAssignment told) {
        String worker = told.getNetwork() + "/" + told.getWorker();
        if (one.getValue().channel() == Channel.ASSIGNMENTS) {
          lasts.put(worker, told);
        }
        present.add(worker);
      }
    }
    int there = 0;
    int holding = 0;
    int deltas = 0;
    for (String name : present) {
      String[] parts = name.split("/", 2);
      try (LostWorker worker =
          new LostWorker(cluster.bootstrap(), cluster.registry(), parts[0], parts[1])) {
        WorkerAssignment last = lasts.get(name);
        if (worker.recover()) {
          there++;
          assertThat(worker.digest())
              .as(name)
              .isEqualTo(last == null ? "0".repeat(32) : last.getDigest());
          assertThat((long) worker.chunks()).isEqualTo(last == null ? 0 : last.getChunks());
          holding += worker.chunks() > 0 ? 1 : 0;
          deltas += worker.deltas();
        }
      }
    }
    System.out.printf(
        "storage workers: %d read their sets, %d hold something, %d deltas since%n",
        there, holding, deltas);
    assertThat(holding).isGreaterThan(10);
    assertThat(deltas).isGreaterThan(10);
  }

  private static List<ProducerRecord<byte[], byte[]>> compacted(
      List<ProducerRecord<byte[], byte[]>> copies) {
    List<ProducerRecord<byte[], byte[]>> kept = new ArrayList<>();
    Set<String> later = new HashSet<>();
    for (int i = copies.size() - 1; i >= 0; i--) {
      if (later.add(key(copies.get(i))) && copies.get(i).value() != null) {
        kept.add(0, copies.get(i));
      }
    }
    assertThat(kept).hasSizeBetween(1, copies.size() - 1);
    return kept;
  }

  private static String key(ProducerRecord<byte[], byte[]> record) {
    return new String(record.key(), UTF_8);
  }

  @Test
  void theLastRecordOfAKeyMayNotBeGone() throws Exception {
    found(
        "the last record of a key is missing",
        copies -> {
          List<ProducerRecord<byte[], byte[]>> less = compacted(copies);
          less.remove(less.size() / 2);
          return less;
        });
  }

  @Test
  void whatIsThereHasToBeAsItWasDecided() throws Exception {
    found("the value's digest differs", changed(Forgery.flipped()));
    found("the timestamp differs", changed(Forgery.later()));
    found("the headers differs", changed(Forgery.headed(TurnHeaders.RULE, "chunks 99")));
    found("repeated, added or out of order", changed(Forgery.repeated()));
    found("no turn published", changed(Forgery.added("999999/0")));
  }

  private static UnaryOperator<List<ProducerRecord<byte[], byte[]>>> changed(
      Forgery.Change change) {
    return copies -> {
      int place = copies.size() / 2;
      while (copies.get(place).value() == null) {
        place++;
      }
      change.at(copies, place);
      return copies;
    };
  }

  private static void found(
      String what, UnaryOperator<List<ProducerRecord<byte[], byte[]>>> forgery) throws Exception {
    history.lay(SNAPSHOTS, forgery);
    AuditReport report = cluster.audit();
    assertThat(report.proved()).isFalse();
    assertThat(report.findings()).anyMatch(finding -> finding.what().contains(what));
    assertThat(report.findings())
        .allSatisfy(finding -> assertThat(finding.where()).startsWith(SNAPSHOTS));
  }
}
