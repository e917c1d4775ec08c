package dev.rota.road.kept;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.DamagedRows;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.packs.BasePack;
import dev.rota.kernel.ledger.packs.PackUnpacker;
import dev.rota.kernel.ledger.packs.RowRestorer;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds what of a ledger may go: all before the page of the newest kept checkpoint that holds. The
 * engine's own rows must be as new, since a task that starts reads the ledger from them on.
 */
public final class LedgerTrimming {
  private final Domain domain;
  private final TopicLogs logs;
  private final CheckpointChoice since;
  private final String changelog;

  /**
   * What may go of a partition.
   *
   * @param from the first retained offset
   * @param to the offset of the checkpoint's page, exclusive
   * @param kept what is left to begin with
   */
  public record Cut(
      TopicPartition ledger, long from, long to, KeptCheckpointEnd kept, CheckpointSigner word) {
    /** Returns true if there is something to delete. */
    public boolean isSome() {
      return to > from;
    }
  }

  /**
   * Reads nothing yet.
   *
   * @param since whose word counts
   * @param changelog the topic with the engine's rows
   */
  public LedgerTrimming(Domain domain, TopicLogs logs, CheckpointChoice since, String changelog) {
    this.domain = domain;
    this.logs = logs;
    this.since = since;
    this.changelog = changelog;
  }

  /**
   * What may go of each partition that has turns.
   *
   * @throws UnfitCluster if a partition has no checkpoint that holds
   */
  public List<Cut> cuts() {
    String topic = RequiredTopics.ledger(domain.name());
    List<Cut> cuts = new ArrayList<>();
    for (int partition = 0; partition < logs.layout().partitions(topic); partition++) {
      TopicPartition ledger = new TopicPartition(topic, partition);
      try (TopicLogs.Log log = logs.open(ledger)) {
        if (log.end() > log.begin()) {
          cuts.add(cut(ledger, log.begin()));
        }
      }
    }
    return cuts;
  }

  private Cut cut(TopicPartition ledger, long begin) {
    Refusal refusal = new Refusal(ledger, domain.name(), new ArrayList<>());
    CheckpointFinder starts =
        new CheckpointFinder(domain, logs, since, ledger.partition(), refusal).heldToTurns();
    Changelog rows = changelog(ledger.partition());
    List<CheckpointMark> newest =
        starts.byPage().stream()
            .filter(ofPage -> ofPage.get(0).page() <= rows.page())
            .reduce((_, newer) -> newer)
            .orElseThrow(() -> none(ledger, rows, refusal.warnings()));
    OpenedCheckpoint start = starts.open(newest);
    return new Cut(ledger, begin, start.kept().offset(), start.kept(), start.word());
  }

  private UnfitCluster none(TopicPartition ledger, Changelog rows, List<String> warnings) {
    String more = warnings.isEmpty() ? "" : "\n" + String.join("\n", warnings);
    return new UnfitCluster(
        rows.lacking() == null
            ? ("%s has no kept checkpoint that counts up to page %d, which the engine's rows have"
                        + " passed: nothing is deleted. Keep one first:\n  rota audit %s --keep")
                    .formatted(ledger, rows.page(), domain.name())
                + more
            : "%s: nothing is deleted, since a task that starts would need it: %s"
                .formatted(ledger, rows.lacking()));
  }

  /**
   * How new the engine's rows are.
   *
   * @param page up to which they are committed
   * @param lacking why they are of no use, and what to do; null: they are
   */
  private record Changelog(long page, String lacking) {
    static Changelog lacking(String why) {
      return new Changelog(0, why);
    }
  }

  private Changelog changelog(int partition) {
    if (partition >= logs.layout().partitions(changelog)) {
      return Changelog.lacking(
          ("the topic %s of the engine's rows is not there, or may not be described. Set"
                  + " 'application.id' to the engine's, and give the right to read that topic")
              .formatted(changelog));
    }
    TreeRows rows = rows(partition);
    PageEnd end;
    try {
      end = new LaneStore(domain, rows).end();
    } catch (DamagedRows e) {
      return Changelog.lacking(
          ("%s says nothing that can be read of the page that its rows are of: %s. Let the engine"
                  + " run until it has handed rows over again")
              .formatted(changelog, e.getMessage()));
    }
    if (BasePack.lacking(rows) != null || end.turns() == PageEnd.INCOMPLETE.turns()) {
      return Changelog.lacking(
          ("%s does not have all rows: they were rebuilt and are being copied. Let the engine run"
                  + " until its metric 'rows-copying' is 0")
              .formatted(changelog));
    }
    return end.pages() > 0
        ? new Changelog(end.pages(), null)
        : Changelog.lacking(
            "%s has no rows of a page yet. Let the engine run until it has handed them over"
                .formatted(changelog));
  }

  /** Those that say how far all others are. */
  private TreeRows rows(int partition) {
    TopicPartition one = new TopicPartition(changelog, partition);
    TreeRows rows = new TreeRows();
    PackUnpacker unpacker = new PackUnpacker(rows, new OfNoLane(new RowRestorer(rows)));
    try (PeekingReader reader = PeekingReader.orFail(logs, one, OffsetRange.ALL)) {
      reader.forEach(row -> unpacker.take(row.key(), row.value()));
    }
    return rows;
  }

  /** The rows that say how far all others are. */
  private record OfNoLane(RowRestorer into) implements PackUnpacker.Into {
    @Override
    public void row(Row row) {
      if (row.key().length == 1) {
        into.row(row);
      }
    }

    @Override
    public void none() {
      into.none();
    }
  }

  /** A forged checkpoint is no reason to delete anything. */
  private record Refusal(TopicPartition ledger, String domain, List<String> warnings)
      implements CheckpointFinder.Told {
    @Override
    public void warn(String what) {
      warnings.add(what);
    }

    @Override
    public void forged(String where, String expected, String found) {
      throw new UnfitCluster(
          ("%s: a kept checkpoint of %s is damaged or forged: %s. Nothing is deleted."
                  + " 'rota audit %s' says more; with --policy only signed checkpoints count")
              .formatted(where, ledger, found, domain));
    }

    @Override
    public void unknown(String where, UnknownRules why) {
      throw new UnfitCluster(where + ": a kept checkpoint: " + why.getMessage(), why);
    }
  }
}
