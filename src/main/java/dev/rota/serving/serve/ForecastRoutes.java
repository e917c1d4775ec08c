package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.http.Answer;
import dev.rota.base.http.Call;
import dev.rota.base.http.Reply;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.Answers.Told;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.Moment;
import dev.rota.readers.follow.Standing;
import dev.rota.readers.follow.json.ForecastJson;
import dev.rota.readers.follow.json.HistoryJson;
import dev.rota.readers.forecast.Coming;
import dev.rota.readers.forecast.Foreseen;
import dev.rota.readers.forecast.Present;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** When things of a lane are started, as the command line says it. */
record ForecastRoutes(Live live, Past past) {
  private static final int NEXT_MAX = 1_000;
  private static final Duration USUAL = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(366);
  private static final List<Param> COMMON =
      List.of(
          Param.text("kind", "what it is, such as job; default: each kind that has the id"),
          Param.text("within", "how far it looks ahead, a duration; default: " + USUAL),
          Param.text("at", LaneRoutes.MOMENT + "; default: the time of the last turn"),
          Param.text(
              "since",
              "learns from the nearest kept checkpoint up to there on: " + LaneRoutes.MOMENT));

  List<Route> all() {
    return List.of(
        route(
            "/forecast/{id}",
            "when a thing is started, and what is assumed",
            live.asking(this::one),
            Param.path("id", "the id of a thing, such as a job's")),
        route(
            "/forecast",
            "what is started next, and what is assumed",
            live.asking(this::next),
            Param.number("next", "how many at most")));
  }

  private static Route route(
      String path, String summary, Function<Call, ? extends Answer> handler, Param own) {
    List<Param> params = new ArrayList<>(List.of(own));
    params.addAll(COMMON);
    return LaneRoutes.route(path, summary, handler, params.toArray(Param[]::new));
  }

  private <S extends State, I, F extends Fact<S>> Reply one(LiveDomain<S, I, F> domain, Call call) {
    String id = Values.place(call, "id");
    List<String> kinds = kinds(domain.domain());
    List<Thing> things = HistoryJson.things(kinds, call.query().get("kind"), id);
    long within = within(call);
    return ahead(
        domain,
        call,
        present -> foreseen(present, things, within),
        (standing, found) -> {
          if (found.isEmpty()) {
            throw Problem.missing(
                "the lane '%s' has no '%s' at turn %d"
                    .formatted(standing.lane(), id, standing.turn()),
                "check the id and the lane; one of these is meant: " + String.join(", ", kinds));
          }
          return ForecastJson.of(domain.domain().name(), standing, found);
        });
  }

  private static List<Foreseen> foreseen(
      Present<?, ?, ?> present, List<Thing> things, long within) {
    return things.stream()
        .map(thing -> present.of(thing, within))
        .flatMap(Optional::stream)
        .toList();
  }

  private <S extends State, I, F extends Fact<S>> Reply next(
      LiveDomain<S, I, F> domain, Call call) {
    if (call.query().get("next") == null) {
      throw Problem.bad("next is missing", "pass how many, or an id after /forecast/");
    }
    int next = (int) Values.number(call, "next", 1, 1, NEXT_MAX);
    List<String> kinds = kinds(domain.domain());
    String kind =
        HistoryJson.things(kinds, call.query().getOrDefault("kind", kinds.get(0)), "")
            .get(0)
            .kind();
    long within = within(call);
    Function<Present<S, I, F>, Coming> question = present -> present.next(kind, next, within);
    return ahead(
        domain,
        call,
        question,
        (standing, coming) -> ForecastJson.of(domain.domain().name(), standing, coming));
  }

  private <S extends State, I, F extends Fact<S>, T> Reply ahead(
      LiveDomain<S, I, F> domain,
      Call call,
      Function<Present<S, I, F>, T> question,
      BiFunction<Standing, T, JsonNode> body) {
    Moment at = LaneRoutes.moment(call, "at");
    Moment since = call.query().get("since") == null ? null : LaneRoutes.moment(call, "since");
    Reply had = at instanceof Moment.End ? LaneRoutes.had(domain, call) : null;
    if (had != null) {
      return had;
    }
    Told<T> told =
        past.ask(domain, LaneRoutes.lane(call), answers -> answers.ahead(since, at, question));
    return LaneRoutes.reply(domain, call, told, body);
  }

  private static List<String> kinds(Domain<?, ?, ?> domain) {
    List<String> kinds = domain.forecast().kinds();
    if (kinds.isEmpty()) {
      throw Problem.missing(domain.name() + " is not forecast", "ask why a thing waits");
    }
    return kinds;
  }

  private static long within(Call call) {
    String text = call.query().get("within");
    try {
      Duration within = text == null ? USUAL : Duration.parse(text);
      if (!within.isNegative() && within.compareTo(LONGEST) <= 0) {
        return within.toMillis();
      }
    } catch (DateTimeException e) {
      // It is reported below.
    }
    throw Problem.bad("within is '" + text + "'", "pass a duration from PT0S to " + LONGEST);
  }
}
