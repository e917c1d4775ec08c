package dev.rota.cli.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditReport.PageSeal;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Report;
import dev.rota.files.Disk;
import dev.rota.kept.Begun;
import dev.rota.notary.Attested;
import dev.rota.notary.End;
import dev.rota.notary.LogReader;
import dev.rota.notary.LogSource;
import dev.rota.notary.Rewritten;
import dev.rota.notary.Terms;
import dev.rota.proof.BadProof;
import dev.rota.proof.Note;
import dev.rota.proof.Policy;
import dev.rota.proof.SigningKey;
import dev.rota.proof.UnknownLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** What a ledger's turns are: sealed, signed by a notary, witnessed, decided again. */
final class Levels {
  private final List<TopicPartition> ledgers;
  private final Policy policy;

  /** By partition; empty: no notary is asked. */
  private final List<Attested> logs = new ArrayList<>();

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

  /** Adds the levels to a report. */
  void tell(Report report, AuditReport audit, Map<String, Object> kafka) {
    ObjectNode json = report.fields().putObject("levels");
    long before = audit.begun().stream().mapToLong(Begun::turns).sum();
    long retained = audit.turns() + audit.unprovedTurns();
    level(report, json, "sealed", retained, 0);
    if (logs.isEmpty()) {
      report.line("signed", "not looked at: pass --log");
      report.line("witnessed", "not looked at: pass --log");
    } else {
      signed(report, json, audit, kafka);
    }
    level(report, json, "re-decided", audit.turns(), audit.unprovedTurns() + before);
  }

  private void signed(
      Report report, ObjectNode json, AuditReport audit, Map<String, Object> kafka) {
    long turns = 0;
    long signed = 0;
    long witnessed = 0;
    try {
      for (int partition = 0; partition < logs.size(); partition++) {
        PageSeal last = audit.pages().get(partition);
        End end = last == null ? new End(0, null) : new End(last.number(), last.seal());
        Attested.Turns found = logs.get(partition).check(kafka, end);
        turns += found.turns();
        signed += found.signed();
        witnessed += found.witnessed();
      }
    } catch (BadProof | Rewritten e) {
      throw differs(e);
    }
    level(report, json, "signed", signed, turns - signed);
    if (policy.asksNobody()) {
      report.line("witnessed", "the policy asks for no witness");
    } else {
      level(report, json, "witnessed", witnessed, turns - witnessed);
    }
  }

  private static void level(Report report, ObjectNode json, String name, long turns, long tail) {
    report.line(name, tail == 0 ? "%d turns" : "%d turns, %d are not", turns, tail);
    json.putObject(name).put("turns", turns).put("tail", tail);
  }

  /**
   * Cosigns the notary's checkpoints if all their turns are decided again, by this audit or by
   * earlier ones of the same key.
   *
   * @param dir where they go, a directory for each ledger partition
   */
  void cosign(Report report, AuditReport audit, SigningKey key, Path dir) throws IOException {
    String own = key.verifier().name();
    boolean all =
        audit.proved()
            && audit.begun().stream()
                .allMatch(one -> one.word().verified() && own.equals(one.word().name()));
    int count = 0;
    int lacking = 0;
    for (int partition = 0; all && partition < logs.size(); partition++) {
      Note note = logs.get(partition).cosign(key, Instant.now().getEpochSecond());
      if (note != null) {
        Path file = Terms.dir(dir, ledgers.get(partition)).resolve(LogReader.AUDITED);
        Files.createDirectories(file.getParent());
        Disk.LOCAL.replace(file, note.toString().getBytes(StandardCharsets.UTF_8));
        count++;
        lacking += policy.judge(note).suffices() ? 0 : 1;
      }
    }
    report.fields().put("cosigned", count);
    report.line(
        "cosigned",
        all
            ? "%d checkpoints of the notary, as " + own
            : "nothing: not every turn is decided again by this key's word",
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
