package dev.rota.readers.audit;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.road.kept.AuditStart;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointFinder;
import dev.rota.road.kept.CheckpointMark;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** Cuts partitions at their kept checkpoints, so that the parts are audited side by side. */
final class AuditStretches {
  private final Domain domain;
  private final TopicLogs logs;
  private final CheckpointChoice since;

  /** The least length of a stretch, in offsets of the ledger. */
  private final long least;

  /**
   * Cuts nothing yet.
   *
   * @param threads for which there should be work; 1: a partition is one stretch
   */
  AuditStretches(Domain domain, TopicLogs logs, CheckpointChoice since, int threads) {
    this.domain = domain;
    this.logs = logs;
    this.since = since;
    // A compacted topic shows only the end of a history: it cannot be cut.
    boolean whole = domain.wire().channels().stream().anyMatch(Output.Channel::isCompacted);
    this.least = whole || threads == 1 || !isKept(0) ? Long.MAX_VALUE : length() / threads;
  }

  private boolean isKept(int partition) {
    return partition < logs.layout().partitions(RequiredTopics.checkpoints(domain.name()));
  }

  private long length() {
    long length = 0;
    String ledger = RequiredTopics.ledger(domain.name());
    for (int partition = 0; partition < logs.layout().partitions(ledger); partition++) {
      try (TopicLogs.Log log = logs.open(new TopicPartition(ledger, partition))) {
        length += log.end() - log.begin();
      }
    }
    return length;
  }

  /** The stretches of a partition, in order. */
  List<AuditStretch> of(int partition, AuditReport report) {
    if (!isKept(partition)) {
      return List.of(AuditStretch.whole(partition));
    }
    CheckpointFinder starts = new CheckpointFinder(domain, logs, since, partition, told(report));
    OpenedCheckpoint first = starts.find(since.atMillis());
    if (first != null) {
      report.begin(begun(partition, first));
    }
    return least == Long.MAX_VALUE || first == null && !starts.isWhole()
        ? List.of(new AuditStretch(partition, first, null))
        : cut(partition, first, starts);
  }

  /** There is no cut at what does not hold. Each is opened once, before its stretch is read. */
  private List<AuditStretch> cut(int partition, OpenedCheckpoint first, CheckpointFinder starts) {
    List<AuditStretch> stretches = new ArrayList<>();
    OpenedCheckpoint from = first;
    for (List<CheckpointMark> ofPage : starts.byPage()) {
      long offset = ofPage.get(0).pageOffset();
      boolean isFar = offset - (from == null ? 0 : from.kept().offset()) > least;
      OpenedCheckpoint next = isFar ? starts.open(ofPage) : null;
      if (next != null) {
        stretches.add(new AuditStretch(partition, from, next.kept()));
        from = next;
      }
    }
    stretches.add(new AuditStretch(partition, from, null));
    return stretches;
  }

  private static CheckpointFinder.Told told(AuditReport report) {
    return new CheckpointFinder.Told() {
      @Override
      public void forged(String where, String expected, String found) {
        report.differs(where, "a kept checkpoint is damaged or forged", expected, found);
      }

      @Override
      public void warn(String what) {
        report.warn(what);
      }
    };
  }

  private static AuditStart begun(int partition, OpenedCheckpoint start) {
    SortedMap<String, Long> lanes = new TreeMap<>();
    start.lanes().lanes().forEach(lane -> lanes.put(lane, start.lanes().lastTurn(lane)));
    KeptCheckpointEnd kept = start.kept();
    return new AuditStart(
        partition, kept.page(), kept.turns(), lanes, kept.atMillis(), start.word());
  }
}
