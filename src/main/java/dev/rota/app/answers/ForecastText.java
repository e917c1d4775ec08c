package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.readers.forecast.ComingStarts;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.readers.forecast.ForeseenStart;
import dev.rota.readers.forecast.ForeseenStart.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Forecasts as text. */
final class ForecastText {
  private static final int SHOWN = 20;

  private ForecastText() {}

  static void tell(CommandReport report, ForeseenStart foreseen) {
    report.line(foreseen.thing() + ": " + what(foreseen));
    if (foreseen.reason() != null) {
      String said = "%s (%s)".formatted(foreseen.reason().what(), foreseen.reason().rule());
      report.line(foreseen.start() == null ? "why not" : "why", "%s", said);
    }
    if (foreseen.outcome() != Outcome.STARTED && foreseen.outcome() != Outcome.OVER) {
      report.line("turns", "%d until then", foreseen.turns());
      assumed(report, foreseen.assumed());
    }
  }

  private static String what(ForeseenStart foreseen) {
    return switch (foreseen.outcome()) {
      case STARTED, OVER -> foreseen.told();
      case STARTS -> "is started " + when(foreseen.start(), foreseen.asOfMillis());
      case ENDS -> "ends at " + time(foreseen.atMillis()) + " without being started";
      case WAITS -> "is not started within the horizon";
      case UNTOLD -> "the time is unknown: " + foreseen.told();
    };
  }

  static void tell(CommandReport report, ComingStarts coming, int asked, Duration within) {
    for (Start start : coming.starts()) {
      report.line("  " + start.thing() + ": " + when(start, coming.asOfMillis()));
    }
    if (coming.stopped() != null) {
      report.line("what follows is unknown: " + coming.stopped());
    } else if (coming.starts().size() < asked) {
      report.line("nothing else is started within " + within);
    }
    assumed(report, coming.assumed());
  }

  private static String when(Start start, long asOfMillis) {
    return "at %s, in %s, on %s"
        .formatted(
            time(start.atMillis()),
            Duration.ofMillis(start.atMillis() - asOfMillis),
            start.where());
  }

  private static void assumed(CommandReport report, List<String> assumed) {
    assumed.stream().limit(SHOWN).forEach(one -> report.line("assumed", "%s", one));
    if (assumed.size() > SHOWN) {
      report.line("", "and %d more: see -o json", assumed.size() - SHOWN);
    }
  }

  static void tell(CommandReport report, ForecastAccuracy judged, Duration within) {
    report
        .fields()
        .putObject("backtest")
        .put("moments", judged.moments())
        .put("within", within.toString())
        .put("forecasts", judged.made())
        .put("started", judged.started())
        .put("exact", judged.exact())
        .put("onTime", judged.onTime())
        .put("late", judged.late())
        .put("placed", judged.placed())
        .put("never", judged.never())
        .put("overdue", judged.overdue())
        .put("missed", judged.missed())
        .put("rightlyNot", judged.rightlyNot())
        .put("unjudged", judged.unjudged());
    report.line(
        "forecasts", "%d at %d moments, each for %s", judged.made(), judged.moments(), within);
    if (judged.made() == 0) {
      report.line("", "nothing waited at these moments");
      return;
    }
    report.line("came true", "%d were started", judged.started());
    report.line(
        "",
        "%d exactly then, %d on time, %d later",
        judged.exact(),
        judged.onTime(),
        judged.late());
    report.line("", "%d where it was forecast", judged.placed());
    errors(report, judged);
    report.line("never", "%d were forecast, and ended without being started", judged.never());
    report.line("overdue", "%d were forecast for earlier, and still wait", judged.overdue());
    report.line("missed", "%d were started, and not forecast", judged.missed());
    report.line("rightly not", "%d were neither forecast nor started", judged.rightlyNot());
    report.line("open", "%d cannot be judged yet", judged.unjudged());
  }

  private static void errors(CommandReport report, ForecastAccuracy judged) {
    if (judged.errors().count() == 0) {
      report.line("error", "unknown, as none came true");
      return;
    }
    long half = judged.errors().percentile(50);
    long most = judged.errors().percentile(90);
    ObjectNode json = report.fields().withObject("/backtest");
    json.put("errorMillisP50", half).put("errorMillisP90", most);
    report.line("error", "p50 %s, p90 %s", Duration.ofMillis(half), Duration.ofMillis(most));
  }

  private static String time(long atMillis) {
    return Instant.ofEpochMilli(atMillis).toString();
  }
}
