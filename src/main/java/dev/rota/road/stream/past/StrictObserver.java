package dev.rota.road.stream.past;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.topics.RequiredTopics;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Requires that all turns are verified. Otherwise it throws {@link LedgerMismatch}, or {@link
 * UnknownRules} if they are decided by rules that were released after this program.
 */
public record StrictObserver(Domain domain) implements LedgerReader.Observer {
  @Override
  public void same(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Same turn) {
    // So it must be.
  }

  @Override
  public void differs(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference) {
    ReplayVerdict.Divergence one = difference.divergence();
    String what =
        one.lane() == null
            ? one.what()
            : "%s of turn %d of lane '%s'".formatted(one.what(), one.number(), one.lane());
    throw new LedgerMismatch(
        "%s: %s differs: expected %s, found %s"
            .formatted(RequiredTopics.where(record), what, one.expected(), one.found()));
  }

  @Override
  public void unproved(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Unproved turn) {
    TurnEntry entry = turn.entry();
    throw switch (turn.reason()) {
      case LOST, LEFT_OUT ->
          new LedgerMismatch(
              "turns before turn %d of lane '%s' are missing"
                  .formatted(entry.number(), entry.lane()));
      case OLD_RULES, AFTER_OLD_RULES ->
          new LedgerMismatch(
              "turn %d of lane '%s' follows decisions of rules that cannot run here"
                  .formatted(entry.number(), entry.lane()));
      case UNKNOWN_RULES ->
          new UnknownRules(
              domain.name(),
              entry.lane(),
              Math.max(entry.rules(), entry.rulesAfter()),
              domain.card().engine().rules());
    };
  }
}
