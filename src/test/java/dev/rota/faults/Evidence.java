package dev.rota.faults;

import dev.rota.readers.audit.AuditReport;
import java.util.List;
import java.util.Set;

/**
 * All that the global check judges by, as plain values.
 *
 * @param accepted sources ({@code topic/partition/offset}) of the inputs that Kafka took
 * @param turns of the ledger as a committed reader saw them, each lane's in its order
 * @param answers as a committed reader saw them
 * @param inFlight accepted inputs without a turn where and when the fault struck
 * @param later turns beyond those that were in flight or decided when the fault struck
 * @param dead what ended although nobody meant it to, a sentence each
 * @param open partitions on which something lies behind the last that consumers see
 */
record Evidence(
    Set<String> accepted,
    List<Turn> turns,
    List<Answer> answers,
    Audited audit,
    long inFlight,
    long later,
    List<String> dead,
    List<String> open) {
  /**
   * A ledger entry.
   *
   * @param source null of a tick
   */
  record Turn(String lane, long number, String source) {}

  /**
   * What an input was told.
   *
   * @param word the outcome, and of a refusal the reason: {@code REFUSED STALE_BLOCK}
   */
  record Answer(String source, String word) {}

  /** What the audit says. */
  record Audited(
      boolean proved,
      long turns,
      long inputs,
      long waiting,
      long deadLetters,
      List<String> findings) {
    static Audited of(AuditReport report) {
      return new Audited(
          report.proved(),
          report.turns(),
          report.inputs(),
          report.waitingInputs(),
          report.deadLetters(),
          report.findings().stream().map(Object::toString).toList());
    }
  }
}
