package dev.rota.readers.follow;

import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.topics.RequiredTopics;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Why lanes of a partition cannot be proved: of each the first difference. Not thread-safe. */
final class LaneDifferences {
  /** The key null stands for all lanes. */
  private final Map<String, String> first = new LinkedHashMap<>();

  /** What is wrong with the ledger as a whole although no lane differs for it, or null. */
  private String stray;

  /** When the record was written in which the first was found, epoch ms; 0: nobody says. */
  private long writtenMillis;

  /** Why the lane is not verified, or null. */
  String of(String lane) {
    String all = first.get(null);
    return all != null ? all : first.get(lane);
  }

  /** By lane, in the order in which they were found; null stands for all lanes. */
  Map<String, String> all() {
    return Collections.unmodifiableMap(first);
  }

  /** The one that was found first, with its lane, or null. */
  String first() {
    return first.entrySet().stream()
        .findFirst()
        .map(one -> one.getKey() == null ? one.getValue() : one.getKey() + ": " + one.getValue())
        .orElse(stray);
  }

  /** When the record was written in which the first was found, epoch ms; 0: nobody says. */
  long writtenMillis() {
    return writtenMillis;
  }

  void add(String lane, String why) {
    first.putIfAbsent(lane, why);
  }

  /** Adds why the turn's lane is not verified, unless nobody asked for it. */
  void add(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Unproved turn) {
    if (turn.reason() != ReplayVerdict.Reason.LEFT_OUT) {
      note(record);
      add(turn.entry().lane(), told(turn));
    }
  }

  /** Adds a difference in a record of the ledger. */
  void add(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs differs) {
    note(record);
    if (!differs.repeated()) {
      add(differs.divergence().lane(), told(record, differs.divergence()));
    } else if (stray == null) {
      stray = told(record, differs.divergence());
    }
  }

  private void note(ConsumerRecord<byte[], byte[]> record) {
    if (first() == null) {
      writtenMillis = Math.max(0, record.timestamp());
    }
  }

  private static String told(
      ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Divergence divergence) {
    String place =
        divergence.lane() == null
            ? RequiredTopics.where(record) + ", "
            : "turn " + divergence.number() + ", ";
    return place + divergence.told();
  }

  private static String told(ReplayVerdict.Unproved unproved) {
    TurnEntry entry = unproved.entry();
    return switch (unproved.reason()) {
      case LOST, LEFT_OUT -> "turns before turn %d are missing".formatted(entry.number());
      case OLD_RULES, AFTER_OLD_RULES ->
          "turn %d is of rules %d, which this program does not run"
              .formatted(entry.number(), entry.rules());
      case UNKNOWN_RULES ->
          "turn %d is of rules %d, which are newer than this program"
              .formatted(entry.number(), Math.max(entry.rules(), entry.rulesAfter()));
    };
  }
}
