package dev.rota.app.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.kernel.ledger.versions.OtherRules;
import dev.rota.readers.audit.AuditCount;
import dev.rota.readers.audit.AuditReport;
import java.util.Optional;
import java.util.SortedSet;

/** What an audit says of versions of the rules. */
final class RulesNotes {
  private RulesNotes() {}

  static void tell(CommandReport report, AuditReport audit) {
    OtherRules others = audit.otherRules();
    ObjectNode json = report.fields();
    json.put("adoptions", audit.total(AuditCount.ADOPTIONS));
    json.put("sealedTurns", audit.total(AuditCount.SEALED_TURNS));
    json.put("turnsAfterSealed", audit.total(AuditCount.TURNS_AFTER_SEALED));
    json.put("unknownTurns", audit.total(AuditCount.UNKNOWN_TURNS));
    report.field("sealedTurnsByRules", others.sealed());
    report.field("unknownRules", others.unknown());
    others.sealed().forEach((rules, count) -> report.line("note", sealed(rules, count)));
    line(
        report,
        audit.total(AuditCount.TURNS_AFTER_SEALED),
        "turns after those are not verified: the state before them is not known");
    line(
        report,
        audit.total(AuditCount.UNKNOWN_TURNS),
        "turns are not verified: " + unknown(others.unknown()));
    line(report, audit.total(AuditCount.ADOPTIONS), "turns adopted other rules");
  }

  private static void line(CommandReport report, long count, String what) {
    if (count > 0) {
      report.line("note", "%d %s", count, what);
    }
  }

  private static String sealed(int rules, long count) {
    return "%d turns are sealed, not verified: rules %d, which are not part of this release"
        .formatted(count, rules);
  }

  private static String unknown(SortedSet<Integer> rules) {
    return "rules %s are not known here; install the release that adopted them, or a later one"
        .formatted(rules.isEmpty() ? "" : rules.last());
  }

  /** Why turns are not verified, if it is their rules. */
  static Optional<String> why(AuditReport audit) {
    OtherRules others = audit.otherRules();
    if (!others.unknown().isEmpty()) {
      return Optional.of("rules " + others.unknown().last() + " are not known here");
    }
    return others.sealed().isEmpty()
        ? Optional.empty()
        : Optional.of("rules " + others.sealed().lastKey() + " cannot run here");
  }
}
