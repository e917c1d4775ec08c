package dev.rota.app.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.UnknownLog;
import dev.rota.base.proof.VerifierKey;
import dev.rota.readers.audit.AuditCount;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.AuditReport.PageSeal;
import dev.rota.readers.notary.AttestedLog;
import dev.rota.readers.notary.AuditedPages;
import dev.rota.readers.notary.LedgerRewritten;
import dev.rota.readers.notary.LogReader;
import dev.rota.readers.notary.LogSource;
import dev.rota.readers.notary.VouchedTurns;
import dev.rota.road.kept.AuditStart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** What a ledger's turns are: sealed, signed by a notary, witnessed, verified. */
final class TrustLevels {
  private final List<TopicPartition> ledgers;
  private final TrustPolicy policy;

  /** By partition; empty: no notary is asked. */
  private final List<AttestedLog> logs = new ArrayList<>();

  /** How each log agrees with its ledger. */
  private final List<AttestedLog.Agreed> agreed = new ArrayList<>();

  private TrustLevels(List<TopicPartition> ledgers, TrustPolicy policy) {
    this.ledgers = ledgers;
    this.policy = policy;
  }

  /** Without a notary. */
  static TrustLevels alone() {
    return new TrustLevels(List.of(), null);
  }

  /** Reads what a notary has signed so far. */
  static TrustLevels of(String log, TrustPolicy policy, List<TopicPartition> ledgers) {
    TrustLevels levels = new TrustLevels(ledgers, policy);
    try {
      for (TopicPartition ledger : ledgers) {
        LogReader reader = new LogReader(LogSource.of(log, ledger));
        levels.logs.add(new AttestedLog(ledger, reader, policy));
      }
    } catch (BadProof e) {
      throw differs(e);
    }
    return levels;
  }

  /**
   * Adds the levels to a report.
   *
   * @param auditor who has vouched for a log before; null: nobody
   */
  void tell(
      CommandReport report, AuditReport audit, Map<String, Object> kafka, AuditorIdentity auditor) {
    ObjectNode json = report.fields().putObject("levels");
    if (logs.isEmpty()) {
      level(report, json.putObject("sealed"), "sealed", retained(audit), 0, 0);
      report.line("signed", "not looked at: pass --log");
      report.line("witnessed", "not looked at: pass --log");
    } else if (match(report, audit, kafka, auditor)) {
      signed(report, json);
    }
    long before = audit.begun().stream().mapToLong(AuditStart::turns).sum();
    ObjectNode verified = json.putObject("re-decided");
    level(report, verified, "verified", audit.turns(), retained(audit) - audit.turns(), before);
  }

  /** Turns that this audit has looked at, whatever it has found. */
  private static long retained(AuditReport audit) {
    return Stream.of(
            AuditCount.TURNS,
            AuditCount.UNPROVED_TURNS,
            AuditCount.SEALED_TURNS,
            AuditCount.TURNS_AFTER_SEALED,
            AuditCount.UNKNOWN_TURNS)
        .mapToLong(audit::total)
        .sum();
  }

  /** Returns false if the ledger differs anyhow: then that is what is reported. */
  private boolean match(
      CommandReport report, AuditReport audit, Map<String, Object> kafka, AuditorIdentity auditor) {
    try {
      for (int partition = 0; partition < logs.size(); partition++) {
        VouchedTurns word =
            auditor == null ? VouchedTurns.NONE : auditor.word(ledgers.get(partition));
        agreed.add(logs.get(partition).check(kafka, audited(audit, partition), word));
      }
      return true;
    } catch (BadProof | LedgerRewritten e) {
      if (audit.differences() == 0) {
        throw differs(e);
      }
      agreed.clear();
      report.line("signed", "not the same: %s", e.getMessage());
      return false;
    }
  }

  private static AuditedPages audited(AuditReport audit, int partition) {
    long after =
        audit.begun().stream()
            .filter(one -> one.partition() == partition)
            .mapToLong(AuditStart::page)
            .findFirst()
            .orElse(0);
    PageSeal last = audit.pages().get(partition);
    return last == null
        ? new AuditedPages(after, 0, null)
        : new AuditedPages(after, last.number(), last.seal());
  }

  private void signed(CommandReport report, ObjectNode json) {
    long turns = sum(AttestedLog.Agreed::turns);
    long signed = sum(AttestedLog.Agreed::signed);
    long before = sum(AttestedLog.Agreed::before);
    level(report, json.putObject("sealed"), "sealed", turns, 0, 0);
    level(report, json.putObject("signed"), "signed", signed, turns - signed, before);
    if (policy.asksNobody()) {
      report.line("witnessed", "the policy asks for no witness");
    } else {
      long witnessed = sum(AttestedLog.Agreed::witnessed);
      level(report, json.putObject("witnessed"), "witnessed", witnessed, turns - witnessed, 0);
    }
  }

  private long sum(ToLongFunction<AttestedLog.Agreed> what) {
    return agreed.stream().mapToLong(what).sum();
  }

  /**
   * A line of its own.
   *
   * @param turns of those that this audit has looked at
   * @param tail those of them that are not
   * @param before earlier ones, which it has not verified
   */
  private static void level(
      CommandReport report, ObjectNode json, String label, long turns, long tail, long before) {
    String not = tail == 0 ? "" : ", " + tail + " are not";
    String earlier = before == 0 ? "" : "; " + before + " earlier ones, not verified here";
    report.line(label, "%d turns%s%s", turns, not, earlier);
    json.put("turns", turns).put("tail", tail).put("before", before);
  }

  /**
   * Cosigns the notary's checkpoints: each leaf is a turn that this key has verified by replay, in
   * this audit or in an earlier one.
   */
  void cosign(CommandReport report, AuditReport audit, AuditorIdentity auditor) throws IOException {
    VerifierKey own = auditor.key().verifier();
    boolean all = audit.proved() && audit.begun().stream().allMatch(one -> one.word().isOwn(own));
    int count = 0;
    int lacking = 0;
    ArrayNode not = report.fields().putArray("notCosigned");
    for (int partition = 0; all && partition < agreed.size(); partition++) {
      TopicPartition ledger = ledgers.get(partition);
      AttestedLog.Agreed one = agreed.get(partition);
      if (one.lacking() != null) {
        not.addObject().put("ledger", ledger.toString()).put("why", one.lacking());
        report.line("not cosigned", "%s: %s", ledger, one.lacking());
        continue;
      }
      auditor.keep(ledger, one.end());
      SignedNote note = logs.get(partition).cosign(auditor.key(), auditor.seconds());
      if (note != null) {
        auditor.keep(ledger, note);
        count++;
        lacking += policy.judge(note).suffices() ? 0 : 1;
      }
    }
    report.fields().put("cosigned", count);
    report.line(
        "cosigned",
        all
            ? "%d checkpoints of the notary, as " + own.name()
            : "nothing: this key has not verified every turn",
        count);
    if (lacking > 0) {
      report.line(
          "lacking", "%d of them do not suffice: the policy needs %s", lacking, policy.wanted());
    }
  }

  static CommandFailure differs(RuntimeException e) {
    return new CommandFailure(
        ExitCode.DIFFERS,
        "the ledger is not what the notary signed, or its log is not",
        e.getMessage(),
        e instanceof UnknownLog
            ? "pass the policy of this notary with --policy; if it was this one, another's log is"
                + " there"
            : "the checkpoints that others hold are the evidence; see docs/proofs.md",
        e);
  }
}
