package dev.rota.app.answers;

import dev.rota.app.console.CommandReport;
import dev.rota.kernel.domain.measures.Distribution;
import dev.rota.kernel.domain.measures.LaneMeasures;
import dev.rota.readers.whatif.ComparedFigure;
import dev.rota.readers.whatif.ComparisonJson;
import dev.rota.readers.whatif.ComparisonTable;
import dev.rota.readers.whatif.HistoryChange;
import dev.rota.readers.whatif.HistoryComparison;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A comparison as a table and as JSON. */
final class WhatIfText {
  private static final int TENANTS_SHOWN = 10;
  private static final String ROW = "  %-34s %16s %16s %16s";

  private final CommandReport report;

  WhatIfText(CommandReport report) {
    this.report = report;
  }

  void tell(HistoryChange change, HistoryComparison both, List<String> model) {
    report.line("changed", "%s", change.isNone() ? "nothing" : change.told());
    var _ = ComparisonJson.fill(report.fields(), change, both, model);
    report.line(
        "from",
        "%s to %s",
        Instant.ofEpochMilli(both.sinceMillis()),
        Instant.ofEpochMilli(both.endMillis()));
    report.line(
        "decisions",
        "%s",
        both.difference() == null ? "all the same" : "differ " + both.difference());
    table(ComparisonTable.of(both));
    both.happened()
        .samples()
        .forEach((name, happened) -> tenants(name, happened, both.would().samples().get(name)));
    model.forEach(sentence -> report.line("  " + sentence));
    both.assumed().forEach(sentence -> report.line("  " + sentence));
  }

  private void table(List<ComparedFigure> figures) {
    report.line(ROW.formatted("", "happened", "what if", "difference"));
    for (ComparedFigure figure : figures) {
      row(figure.label(), figure.happened(), figure.would());
    }
  }

  private void row(String name, double happened, double would) {
    String difference =
        happened == would
            ? ""
            : (would > happened ? "+" : "") + ComparedFigure.text(would - happened);
    report.line(
        ROW.formatted(name, ComparedFigure.text(happened), ComparedFigure.text(would), difference)
            .stripTrailing());
  }

  private void tenants(String name, LaneMeasures.Samples happened, LaneMeasures.Samples would) {
    Map<String, Distribution> all = new TreeMap<>(happened.tenants());
    would.tenants().forEach(all::putIfAbsent);
    int shown = 0;
    if (!all.isEmpty()) {
      report.line("  %s, mean in %s by tenant".formatted(name, happened.unit()));
    }
    for (String tenant : all.keySet()) {
      Distribution one = happened.tenants().getOrDefault(tenant, new Distribution());
      Distribution other = would.tenants().getOrDefault(tenant, new Distribution());
      if (shown++ < TENANTS_SHOWN) {
        row("  " + tenant, one.mean(), other.mean());
      }
    }
    if (shown > TENANTS_SHOWN) {
      report.line("  and %d more: see -o json".formatted(shown - TENANTS_SHOWN));
    }
  }
}
