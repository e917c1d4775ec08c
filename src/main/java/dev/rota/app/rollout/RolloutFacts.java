package dev.rota.app.rollout;

import dev.rota.app.size.SizeFigures;
import dev.rota.road.stream.CheckpointSchedule;
import java.util.List;
import java.util.Map;

/**
 * What is known of a domain before its engines are restarted.
 *
 * @param group of its engines
 * @param instances in no order that matters
 * @param partitions of the domain
 * @param tails of the ledger, by partition; one that could not be read is left out
 * @param changelogs records of the rows' changelog, by partition; likewise
 * @param rate null: the changelog was not read
 * @param rateUnknown why not; null: it was
 * @param settings of engines, as this command has them
 * @param figures measured of the domain; null: nothing was
 */
record RolloutFacts(
    String domain,
    String group,
    List<EngineInstance> instances,
    int partitions,
    Map<Integer, LedgerTail> tails,
    Map<Integer, Long> changelogs,
    RestoreRate rate,
    String rateUnknown,
    Settings settings,
    SizeFigures figures) {
  /**
   * What engines have set, if they have the settings of this command.
   *
   * @param standbys of each partition
   * @param sessionSeconds null: the brokers have it
   * @param checkpoints when rows are handed over
   */
  record Settings(int standbys, Double sessionSeconds, CheckpointSchedule checkpoints) {
    /** By the protocol {@code streams}, brokers have what engines have set otherwise. */
    boolean byBrokers() {
      return sessionSeconds == null;
    }
  }
}
