package dev.rota.app.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.app.console.Report;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.Note;
import dev.rota.base.proof.Policy;
import dev.rota.base.proof.UnknownLog;
import dev.rota.base.proof.Vkey;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.AuditReport.PageSeal;
import dev.rota.readers.audit.Count;
import dev.rota.readers.notary.Attested;
import dev.rota.readers.notary.AuditedPages;
import dev.rota.readers.notary.AuditorsWord;
import dev.rota.readers.notary.LogReader;
import dev.rota.readers.notary.LogSource;
import dev.rota.readers.notary.Rewritten;
import dev.rota.road.kept.Begun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** What a ledger's turns are: sealed, signed by a notary, witnessed, verified. */
final class Levels {
  private final List<TopicPartition> ledgers;
  private final Policy policy;

  /** By partition; empty: no notary is asked. */
  private final List<Attested> logs = new ArrayList<>();

  /** How each log agrees with its ledger. */
  private final List<Attested.Agreed> agreed = new ArrayList<>();

  private Levels(List<TopicPartition> ledgers, Policy policy) {
    this.ledgers = ledgers;
    this.policy = policy;
  }

  /** Without a notary. */
  static Levels alone() {
    return new Levels(List.of(), null);
  }

  /** Reads what a notary has signed so far. */
  static Levels of(String log, Policy policy, List<TopicPartition> ledgers) {
    Levels levels = new Levels(ledgers, policy);
    try {
      for (TopicPartition ledger : ledgers) {
        LogReader reader = new LogReader(LogSource.of(log, ledger));
        levels.logs.add(new Attested(ledger, reader, policy));
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
  void tell(Report report, AuditReport audit, Map<String, Object> kafka, Auditor auditor) {
    ObjectNode json = report.fields().putObject("levels");
    if (logs.isEmpty()) {
      level(report, json.putObject("sealed"), "sealed", retained(audit), 0, 0);
      report.line("signed", "not looked at: pass --log");
      report.line("witnessed", "not looked at: pass --log");
    } else if (match(report, audit, kafka, auditor)) {
      signed(report, json);
    }
    long before = audit.begun().stream().mapToLong(Begun::turns).sum();
    ObjectNode verified = json.putObject("re-decided");
    level(report, verified, "verified", audit.turns(), retained(audit) - audit.turns(), before);
  }

  /** Turns that this audit has looked at, whatever it has found. */
  private static long retained(AuditReport audit) {
    return Stream.of(
            Count.TURNS,
            Count.UNPROVED_TURNS,
            Count.SEALED_TURNS,
            Count.TURNS_AFTER_SEALED,
            Count.UNKNOWN_TURNS)
        .mapToLong(audit::total)
        .sum();
  }

  /** Returns false if the ledger differs anyhow: then that is what is reported. */
  private boolean match(
      Report report, AuditReport audit, Map<String, Object> kafka, Auditor auditor) {
    try {
      for (int partition = 0; partition < logs.size(); partition++) {
        AuditorsWord word =
            auditor == null ? AuditorsWord.NONE : auditor.word(ledgers.get(partition));
        agreed.add(logs.get(partition).check(kafka, audited(audit, partition), word));
      }
      return true;
    } catch (BadProof | Rewritten e) {
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
            .mapToLong(Begun::page)
            .findFirst()
            .orElse(0);
    PageSeal last = audit.pages().get(partition);
    return last == null
        ? new AuditedPages(after, 0, null)
        : new AuditedPages(after, last.number(), last.seal());
  }

  private void signed(Report report, ObjectNode json) {
    long turns = sum(Attested.Agreed::turns);
    long signed = sum(Attested.Agreed::signed);
    long before = sum(Attested.Agreed::before);
    level(report, json.putObject("sealed"), "sealed", turns, 0, 0);
    level(report, json.putObject("signed"), "signed", signed, turns - signed, before);
    if (policy.asksNobody()) {
      report.line("witnessed", "the policy asks for no witness");
    } else {
      long witnessed = sum(Attested.Agreed::witnessed);
      level(report, json.putObject("witnessed"), "witnessed", witnessed, turns - witnessed, 0);
    }
  }

  private long sum(ToLongFunction<Attested.Agreed> what) {
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
      Report report, ObjectNode json, String label, long turns, long tail, long before) {
    String not = tail == 0 ? "" : ", " + tail + " are not";
    String earlier = before == 0 ? "" : "; " + before + " earlier ones, not verified here";
    report.line(label, "%d turns%s%s", turns, not, earlier);
    json.put("turns", turns).put("tail", tail).put("before", before);
  }

  /**
   * Cosigns the notary's checkpoints: each leaf is a turn that this key has verified by replay, in
   * this audit or in an earlier one.
   */
  void cosign(Report report, AuditReport audit, Auditor auditor) throws IOException {
    Vkey own = auditor.key().verifier();
    boolean all = audit.proved() && audit.begun().stream().allMatch(one -> one.word().isOwn(own));
    int count = 0;
    int lacking = 0;
    ArrayNode not = report.fields().putArray("notCosigned");
    for (int partition = 0; all && partition < agreed.size(); partition++) {
      TopicPartition ledger = ledgers.get(partition);
      Attested.Agreed one = agreed.get(partition);
      if (one.lacking() != null) {
        not.addObject().put("ledger", ledger.toString()).put("why", one.lacking());
        report.line("not cosigned", "%s: %s", ledger, one.lacking());
        continue;
      }
      auditor.keep(ledger, one.end());
      Note note = logs.get(partition).cosign(auditor.key(), auditor.seconds());
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

  static Failure differs(RuntimeException e) {
    return new Failure(
        Exit.DIFFERS,
        "the ledger is not what the notary signed, or its log is not",
        e.getMessage(),
        e instanceof UnknownLog
            ? "pass the policy of this notary with --policy; if it was this one, another's log is"
                + " there"
            : "the checkpoints that others hold are the evidence; see docs/proofs.md",
        e);
  }
}
