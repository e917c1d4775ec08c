package dev.rota.readers.capsule;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointFinder;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * A file that {@code rota capsule} or {@code rota export} wrote: turns that can be replayed without
 * a cluster, in a test as well.
 *
 * <pre>
 * assertThat(Capsule.open(Path.of("incident.rota")).replay().difference()).isNull();
 * </pre>
 */
public final class Capsule {
  private static final int SILENT_POLLS_MAX = 0;

  /** Each costs a step to find a lane's; no cluster has more. */
  private static final int PARTITIONS_MAX = 200_000;

  private final ExportedLogs logs;

  private Capsule(ExportedLogs logs) {
    this.logs = logs;
  }

  /**
   * Reads the file whole.
   *
   * @throws ExportedLogs.BadExport if it is no capsule, or was cut
   */
  public static Capsule open(Path file) throws IOException {
    return new Capsule(ExportedLogs.read(file));
  }

  /**
   * Reads the bytes of such a file whole.
   *
   * @throws ExportedLogs.BadExport if it is no capsule, or was cut
   */
  public static Capsule read(InputStream bytes) throws IOException {
    return new Capsule(ExportedLogs.read(bytes));
  }

  /** The domain's name. */
  public String domain() {
    return logs.domain();
  }

  /** The lane that it was written for. It has all lanes of that lane's partition. */
  public String lane() {
    return logs.lane();
  }

  /**
   * Replays every turn in it.
   *
   * @throws IllegalArgumentException if this program has no such domain
   */
  public CapsuleReplay replay() {
    return replay(card());
  }

  private Domain card() {
    return Domains.ALL.stream()
        .filter(one -> one.name().equals(domain()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no domain '" + domain() + "'"));
  }

  /**
   * Replays every turn in it in a thread of its own, and answers from its lanes.
   *
   * @throws IllegalArgumentException if this program has no such domain
   * @throws dev.rota.readers.follow.NotInLedger if it holds no ledger
   */
  public LiveDomain follow() {
    return follow(card());
  }

  private LiveDomain follow(Domain domain) {
    int partitions = logs.layout().partitions(RequiredTopics.ledger(domain.name()));
    if (partitions > PARTITIONS_MAX) {
      throw new IllegalArgumentException("its ledger has " + partitions + " partitions");
    }
    int partition = LaneAnswers.partition(domain.name(), logs.layout(), lane());
    TopicLogs still = new FrozenLogs(logs);
    return LiveDomain.start(domain, () -> still, CheckpointChoice.BEGINNING, Set.of(partition));
  }

  /** The same by the rules of this card, which may be another one's of the same domain. */
  public CapsuleReplay replay(Domain domain) {
    int partition = LaneAnswers.partition(domain.name(), logs.layout(), lane());
    TopicPartition ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
    ReplayTally tally = new ReplayTally();
    OpenedCheckpoint start =
        new CheckpointFinder(domain, logs, CheckpointChoice.BEGINNING, partition, tally).find(null);
    start = start == null ? OpenedCheckpoint.first(domain) : start;
    LedgerReader reader = new LedgerReader(start, domain, partition, tally);
    try (PeekingReader source =
        new PeekingReader(logs.open(ledger), ledger, SILENT_POLLS_MAX, start.rest())) {
      source.forEach(reader::take);
    }
    return tally.result(start.end().turns());
  }
}
