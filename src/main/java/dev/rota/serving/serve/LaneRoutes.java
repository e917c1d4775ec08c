package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.HistoryQuestion;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.ThingHistory;
import dev.rota.readers.follow.json.AskedQuery;
import dev.rota.readers.follow.json.HistoryJson;
import dev.rota.readers.follow.json.JsonChanges;
import dev.rota.readers.follow.json.MomentText;
import dev.rota.readers.follow.json.UnknownThing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Answers about one lane, as the command line gives them. */
final class LaneRoutes {
  private static final String LANE = "/v1/{domain}/lanes/{lane}";
  static final String MOMENT =
      "a turn, a time such as 2026-01-31T12:00:00Z, or a duration before now such as PT5M";
  private static final int LAST = 20;
  private static final int LAST_MAX = 10_000;

  private final FollowedDomains live;
  private final PastQuestions past;

  LaneRoutes(FollowedDomains live, PastQuestions past) {
    this.live = live;
    this.past = past;
  }

  List<ServedRoute> all() {
    return List.of(
        new ServedRoute(
            ServedRoute.GET,
            LANE + "/queries/{name}",
            "a query of the lane's state; its arguments are the parameters",
            ServedRoute.JSON,
            List.of(
                RouteParameter.DOMAIN,
                RouteParameter.LANE,
                RouteParameter.path("name", "a query, such as state"),
                RouteParameter.TAG),
            true,
            live.sharing(this::query)),
        route(
            "/state",
            "the lane as a whole, now or then",
            live.sharing(this::state),
            RouteParameter.text("at", MOMENT + "; default: now")),
        route(
            "/diff",
            "what differs between two moments",
            live.asking(this::diff),
            RouteParameter.text("from", MOMENT),
            RouteParameter.text("to", MOMENT + "; default: now")),
        whyRoute());
  }

  private ServedRoute whyRoute() {
    return route(
        "/why/{id}",
        "what was decided about a thing, and why it is as it is",
        live.asking(this::why),
        RouteParameter.path("id", "the id of a thing, such as a job's"),
        RouteParameter.text("kind", "what it is, such as job, if several have the id"),
        RouteParameter.text("at", MOMENT + "; default: now"),
        RouteParameter.text(
            "since",
            "replay from the nearest kept checkpoint up to there; default: early enough: "
                + MOMENT),
        RouteParameter.text(
            "after",
            "only decisions after this moment, the first of them; default: the last ones: "
                + MOMENT),
        RouteParameter.number("last", "decisions that are shown; default: " + LAST));
  }

  /** A question about a lane, whose answer has a tag. */
  static ServedRoute route(
      String path,
      String summary,
      Function<HttpCall, ? extends HttpAnswer> handler,
      RouteParameter... more) {
    List<RouteParameter> params =
        new ArrayList<>(List.of(RouteParameter.DOMAIN, RouteParameter.LANE));
    params.addAll(List.of(more));
    params.add(RouteParameter.TAG);
    return new ServedRoute(
        ServedRoute.GET, LANE + path, summary, ServedRoute.JSON, params, false, handler);
  }

  static String lane(HttpCall call) {
    return ParameterValues.place(call, "lane");
  }

  static HistoryMoment moment(HttpCall call, String name) {
    return MomentText.of(name, call.query().get(name), Instant.now());
  }

  private HttpReply query(LiveDomain domain, HttpCall call) {
    AskedQuery asked =
        AskedQuery.of(domain.domain(), ParameterValues.place(call, "name"), call.query());
    return reply(domain, call, now(domain, call, asked), asked::answered);
  }

  private HttpReply state(LiveDomain domain, HttpCall call) {
    String name = domain.domain().name();
    return reply(
        domain,
        call,
        state(domain, call, moment(call, "at"), AskedQuery.state(domain.domain())),
        (standing, state) -> AskedQuery.stated(name, standing, state));
  }

  /** The answer as of now; none if the client has it. */
  private static Told<JsonNode> now(LiveDomain domain, HttpCall call, AskedQuery asked) {
    return domain.ask(lane(call), (state, standing) -> told(domain, call, asked, state, standing));
  }

  private static Told<JsonNode> told(
      LiveDomain domain, HttpCall call, AskedQuery asked, State state, LaneStanding standing) {
    boolean known = JsonAnswers.has(call, JsonAnswers.tag(domain, standing));
    return new Told<>(standing, known ? NullNode.instance : asked.answer(state));
  }

  private Told<JsonNode> state(
      LiveDomain domain, HttpCall call, HistoryMoment moment, AskedQuery asked) {
    // Asked once: a turn that is decided between two questions would be in the answer.
    Told<JsonNode> now =
        domain.ask(
            lane(call),
            (state, standing) ->
                isNow(moment, standing) ? told(domain, call, asked, state, standing) : null);
    return now != null
        ? now
        : past.ask(
            domain,
            lane(call),
            answers ->
                answers.at(moment, (state, standing) -> new Told<>(standing, asked.answer(state))));
  }

  private static boolean isNow(HistoryMoment moment, LaneStanding last) {
    return switch (moment) {
      case HistoryMoment.End _ -> true;
      case HistoryMoment.Turn(long number) -> number == last.turn();
      case HistoryMoment.Time(long atMillis) -> atMillis >= last.atMillis();
    };
  }

  private HttpReply diff(LiveDomain domain, HttpCall call) {
    if (call.query().get("from") == null) {
      throw ProblemDetails.bad("from is missing", "pass " + MOMENT);
    }
    AskedQuery asked = AskedQuery.state(domain.domain());
    HttpCall whole =
        new HttpCall(
            call.method(),
            call.places(),
            call.query(),
            Map.of(),
            _ -> null,
            null,
            null,
            call.target());
    Told<JsonNode> first = state(domain, whole, moment(call, "from"), asked);
    Told<JsonNode> last = state(domain, whole, moment(call, "to"), asked);
    String tag = JsonAnswers.tag(domain, first.standing(), last.standing());
    return JsonAnswers.has(call, tag)
        ? JsonAnswers.unchanged(tag)
        : JsonAnswers.of(tag, JsonChanges.of(domain.domain().name(), first, last));
  }

  private HttpReply why(LiveDomain domain, HttpCall call) {
    String id = ParameterValues.place(call, "id");
    List<Thing> things =
        HistoryJson.things(domain.domain().card().why().kinds(), call.query().get("kind"), id);
    HistoryMoment at = moment(call, "at");
    HistoryQuestion question =
        new HistoryQuestion(
            named(call, "since"),
            named(call, "after"),
            at,
            (int) ParameterValues.number(call, "last", LAST, 1, LAST_MAX));
    HttpReply had = at instanceof HistoryMoment.End ? had(domain, call) : null;
    if (had != null) {
      return had;
    }
    Told<List<ThingHistory>> told =
        past.ask(
            domain,
            lane(call),
            answers -> {
              Told<List<ThingHistory>> some = answers.why(things, question);
              if (some.answer().isEmpty()) {
                UnknownThing thing = UnknownThing.of(answers, some.standing(), things, at);
                throw ProblemDetails.missing(thing.unheard(), thing.hint());
              }
              return some;
            });
    return reply(
        domain,
        call,
        told,
        (standing, histories) -> HistoryJson.of(domain.domain().name(), standing, histories));
  }

  /** The moment of a parameter that may be left out. */
  private static Optional<HistoryMoment> named(HttpCall call, String name) {
    return call.query().get(name) == null ? Optional.empty() : Optional.of(moment(call, name));
  }

  /** The reply to one who has the answer as of the lane's last turn; null: who asks has not. */
  static HttpReply had(LiveDomain domain, HttpCall call) {
    LaneStanding present = domain.ask(lane(call), (_, standing) -> standing);
    String tag = JsonAnswers.tag(domain, present);
    return JsonAnswers.has(call, tag) ? JsonAnswers.unchanged(tag) : null;
  }

  static <T> HttpReply reply(
      LiveDomain domain,
      HttpCall call,
      Told<T> told,
      BiFunction<LaneStanding, T, ? extends JsonNode> body) {
    String tag = JsonAnswers.tag(domain, told.standing());
    return JsonAnswers.has(call, tag)
        ? JsonAnswers.unchanged(tag)
        : JsonAnswers.of(tag, body.apply(told.standing(), told.answer()));
  }
}
