package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.json.ForecastJson;
import dev.rota.readers.follow.json.HistoryJson;
import dev.rota.readers.follow.json.UnknownThing;
import dev.rota.readers.forecast.ForeseenStart;
import dev.rota.readers.forecast.PresentLane;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** When things of a lane are started, as the command line says it. */
record ForecastRoutes(FollowedDomains live, PastQuestions past) {
  private static final int NEXT_MAX = 1_000;
  private static final Duration USUAL = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(366);
  private static final List<RouteParameter> COMMON =
      List.of(
          RouteParameter.text(
              "kind", "what it is, such as job; default: each kind that has the id"),
          RouteParameter.text("within", "how far it looks ahead, a duration; default: " + USUAL),
          RouteParameter.text("at", LaneRoutes.MOMENT + "; default: the time of the last turn"),
          RouteParameter.text(
              "since",
              "learns from the nearest kept checkpoint up to there on: " + LaneRoutes.MOMENT));

  List<ServedRoute> all() {
    return List.of(
        route(
            "/forecast/{id}",
            "when a thing is started, and what is assumed",
            live.asking(this::one),
            RouteParameter.path("id", "the id of a thing, such as a job's")),
        route(
            "/forecast",
            "what is started next, and what is assumed",
            live.asking(this::next),
            RouteParameter.number("next", "how many at most")));
  }

  private static ServedRoute route(
      String path,
      String summary,
      Function<HttpCall, ? extends HttpAnswer> handler,
      RouteParameter own) {
    List<RouteParameter> params = new ArrayList<>(List.of(own));
    params.addAll(COMMON);
    return LaneRoutes.route(path, summary, handler, params.toArray(RouteParameter[]::new));
  }

  private HttpReply one(LiveDomain domain, HttpCall call) {
    String id = ParameterValues.place(call, "id");
    List<String> kinds = kinds(domain.domain());
    List<Thing> things = HistoryJson.things(kinds, call.query().get("kind"), id);
    long within = within(call);
    HistoryMoment at = LaneRoutes.moment(call, "at");
    HistoryMoment since = since(call);
    return ahead(
        domain,
        call,
        at,
        answers -> {
          Told<List<ForeseenStart>> told =
              answers.ahead(since, at, present -> foreseen(present, things, within));
          if (told.answer().isEmpty()) {
            UnknownThing thing = UnknownThing.of(answers, told.standing(), things, at);
            throw ProblemDetails.missing(thing.absent(), thing.hint());
          }
          return told;
        },
        (standing, found) -> ForecastJson.of(domain.domain().name(), standing, found));
  }

  private static List<ForeseenStart> foreseen(
      PresentLane present, List<Thing> things, long within) {
    return things.stream()
        .map(thing -> present.of(thing, within))
        .flatMap(Optional::stream)
        .toList();
  }

  private HttpReply next(LiveDomain domain, HttpCall call) {
    if (call.query().get("next") == null) {
      throw ProblemDetails.bad("next is missing", "pass how many, or an id after /forecast/");
    }
    int next = (int) ParameterValues.number(call, "next", 1, 1, NEXT_MAX);
    List<String> kinds = kinds(domain.domain());
    String kind =
        HistoryJson.things(kinds, call.query().getOrDefault("kind", kinds.get(0)), "")
            .get(0)
            .kind();
    long within = within(call);
    HistoryMoment at = LaneRoutes.moment(call, "at");
    HistoryMoment since = since(call);
    return ahead(
        domain,
        call,
        at,
        answers -> answers.ahead(since, at, present -> present.next(kind, next, within)),
        (standing, coming) -> ForecastJson.of(domain.domain().name(), standing, coming));
  }

  private <T> HttpReply ahead(
      LiveDomain domain,
      HttpCall call,
      HistoryMoment at,
      Function<LaneAnswers, Told<T>> question,
      BiFunction<LaneStanding, T, JsonNode> body) {
    HttpReply had = at instanceof HistoryMoment.End ? LaneRoutes.had(domain, call) : null;
    if (had != null) {
      return had;
    }
    Told<T> told = past.ask(domain, LaneRoutes.lane(call), question);
    return LaneRoutes.reply(domain, call, told, body);
  }

  /** Null: with the oldest turn. */
  private static HistoryMoment since(HttpCall call) {
    return call.query().get("since") == null ? null : LaneRoutes.moment(call, "since");
  }

  private static List<String> kinds(Domain domain) {
    List<String> kinds = domain.card().forecast().kinds();
    if (kinds.isEmpty()) {
      throw ProblemDetails.missing(domain.name() + " is not forecast", "ask why a thing waits");
    }
    return kinds;
  }

  private static long within(HttpCall call) {
    String text = call.query().get("within");
    try {
      Duration within = text == null ? USUAL : Duration.parse(text);
      if (!within.isNegative() && within.compareTo(LONGEST) <= 0) {
        return within.toMillis();
      }
    } catch (DateTimeException _) {
      // It is reported below.
    }
    throw ProblemDetails.bad("within is '" + text + "'", "pass a duration from PT0S to " + LONGEST);
  }
}
