package dev.rota.app.answers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.readers.forecast.ForeseenStart.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Forecasts as text. */
final class ForecastText {
  private static final int SHOWN = 20;

  private ForecastText() {}

  /** Tells of each thing of an answer, as {@code ForecastJson} writes it. */
  static void things(CommandReport report) {
    report.fields().path("things").forEach(thing -> tell(report, thing));
  }

  private static void tell(CommandReport report, JsonNode thing) {
    report.line(name(thing) + ": " + what(thing));
    JsonNode reason = thing.path("reason");
    if (reason.isObject()) {
      String said = "%s (%s)".formatted(reason.path("what").asText(), reason.path("rule").asText());
      report.line(thing.has("at") ? "why" : "why not", "%s", said);
    }
    if (thing.has("turns")) {
      report.line("turns", "%d until then", thing.path("turns").asLong());
      assumed(report, thing);
    }
  }

  private static String what(JsonNode thing) {
    String told = thing.path("told").asText();
    return switch (Outcome.valueOf(thing.path("outcome").asText())) {
      case STARTED, OVER -> told;
      case STARTS -> "is started " + when(thing);
      case ENDS -> "ends at " + thing.path("until").asText() + " without being started";
      case WAITS -> "is not started within the horizon";
      case UNTOLD -> "the time is unknown: " + told;
    };
  }

  /** Tells what is started next. */
  static void next(CommandReport report, int asked, Duration within) {
    ObjectNode answer = report.fields();
    answer.path("next").forEach(start -> report.line("  " + name(start) + ": " + when(start)));
    if (answer.has("stopped")) {
      report.line("what follows is unknown: " + answer.path("stopped").asText());
    } else if (answer.path("next").size() < asked) {
      report.line("nothing else is started within " + within);
    }
    assumed(report, answer);
  }

  private static String name(JsonNode thing) {
    return thing.path("kind").asText() + " " + thing.path("id").asText();
  }

  private static String when(JsonNode start) {
    return "at %s, in %s, on %s"
        .formatted(
            start.path("at").asText(),
            Duration.ofMillis(start.path("inMillis").asLong()),
            start.path("where").asText());
  }

  private static void assumed(CommandReport report, JsonNode answer) {
    List<String> assumed = new ArrayList<>();
    answer.path("assumed").forEach(one -> assumed.add(one.asText()));
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
}
