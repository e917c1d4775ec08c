package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.rota.base.http.Answer;
import dev.rota.base.http.Call;
import dev.rota.base.http.Reply;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.Answers.Told;
import dev.rota.readers.follow.History;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.Moment;
import dev.rota.readers.follow.Standing;
import dev.rota.readers.follow.json.Asked;
import dev.rota.readers.follow.json.Changes;
import dev.rota.readers.follow.json.HistoryJson;
import dev.rota.readers.follow.json.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Answers about one lane, as the command line gives them. */
final class LaneRoutes {
  private static final String LANE = "/v1/{domain}/lanes/{lane}";
  static final String MOMENT =
      "a turn, a time such as 2026-01-31T12:00:00Z, or a duration before now such as PT5M";
  private static final int LAST = 20;
  private static final int LAST_MAX = 10_000;

  private final Live live;
  private final Past past;

  LaneRoutes(Live live, Past past) {
    this.live = live;
    this.past = past;
  }

  List<Route> all() {
    return List.of(
        new Route(
            Route.GET,
            LANE + "/queries/{name}",
            "a query of the lane's state; its arguments are the parameters",
            Route.JSON,
            List.of(
                Param.DOMAIN, Param.LANE, Param.path("name", "a query, such as state"), Param.TAG),
            true,
            live.sharing(this::query)),
        route(
            "/state",
            "the lane as a whole, now or then",
            live.sharing(this::state),
            Param.text("at", MOMENT + "; default: now")),
        route(
            "/diff",
            "what differs between two moments",
            live.asking(this::diff),
            Param.text("from", MOMENT),
            Param.text("to", MOMENT + "; default: now")),
        route(
            "/why/{id}",
            "what was decided about a thing, and why it is as it is",
            live.asking(this::why),
            Param.path("id", "the id of a thing, such as a job's"),
            Param.text("kind", "what it is, such as job, if several have the id"),
            Param.text("at", MOMENT + "; default: now"),
            Param.text(
                "since",
                "replay from the nearest kept checkpoint up to there; default: early enough: "
                    + MOMENT),
            Param.number("last", "decisions that are shown; default: " + LAST)));
  }

  /** A question about a lane, whose answer has a tag. */
  static Route route(
      String path, String summary, Function<Call, ? extends Answer> handler, Param... more) {
    List<Param> params = new ArrayList<>(List.of(Param.DOMAIN, Param.LANE));
    params.addAll(List.of(more));
    params.add(Param.TAG);
    return new Route(Route.GET, LANE + path, summary, Route.JSON, params, false, handler);
  }

  static String lane(Call call) {
    return Values.place(call, "lane");
  }

  static Moment moment(Call call, String name) {
    return Moments.of(name, call.query().get(name), Instant.now());
  }

  private <S extends State, I, F extends Fact<S>> Reply query(
      LiveDomain<S, I, F> domain, Call call) {
    Asked<S> asked = Asked.of(domain.domain(), Values.place(call, "name"), call.query());
    return reply(domain, call, now(domain, call, asked), asked::answered);
  }

  private <S extends State, I, F extends Fact<S>> Reply state(
      LiveDomain<S, I, F> domain, Call call) {
    String name = domain.domain().name();
    return reply(
        domain,
        call,
        state(domain, call, moment(call, "at"), Asked.state(domain.domain())),
        (standing, state) -> Asked.stated(name, standing, state));
  }

  /** The answer as of now; none if the client has it. */
  private static <S extends State> Told<JsonNode> now(
      LiveDomain<S, ?, ?> domain, Call call, Asked<S> asked) {
    return domain.ask(lane(call), (state, standing) -> told(domain, call, asked, state, standing));
  }

  private static <S extends State> Told<JsonNode> told(
      LiveDomain<S, ?, ?> domain, Call call, Asked<S> asked, S state, Standing standing) {
    boolean known = Json.has(call, Json.tag(domain, standing));
    return new Told<>(standing, known ? NullNode.instance : asked.answer(state));
  }

  private <S extends State, I, F extends Fact<S>> Told<JsonNode> state(
      LiveDomain<S, I, F> domain, Call call, Moment moment, Asked<S> asked) {
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

  private static boolean isNow(Moment moment, Standing last) {
    return moment instanceof Moment.End
        || moment instanceof Moment.Turn turn && turn.number() == last.turn()
        || moment instanceof Moment.Time time && time.atMillis() >= last.atMillis();
  }

  private <S extends State, I, F extends Fact<S>> Reply diff(
      LiveDomain<S, I, F> domain, Call call) {
    if (call.query().get("from") == null) {
      throw Problem.bad("from is missing", "pass " + MOMENT);
    }
    Asked<S> asked = Asked.state(domain.domain());
    Call whole =
        new Call(
            call.method(),
            call.places(),
            call.query(),
            Map.of(),
            name -> null,
            null,
            null,
            call.target());
    Told<JsonNode> first = state(domain, whole, moment(call, "from"), asked);
    Told<JsonNode> last = state(domain, whole, moment(call, "to"), asked);
    String tag = Json.tag(domain, first.standing(), last.standing());
    return Json.has(call, tag)
        ? Json.unchanged(tag)
        : Json.of(tag, Changes.of(domain.domain().name(), first, last));
  }

  private <S extends State, I, F extends Fact<S>> Reply why(LiveDomain<S, I, F> domain, Call call) {
    String id = Values.place(call, "id");
    List<Thing> things =
        HistoryJson.things(domain.domain().why().kinds(), call.query().get("kind"), id);
    Moment at = moment(call, "at");
    Moment since = call.query().get("since") == null ? null : moment(call, "since");
    int last = (int) Values.number(call, "last", LAST, 1, LAST_MAX);
    Reply had = at instanceof Moment.End ? had(domain, call) : null;
    if (had != null) {
      return had;
    }
    Told<List<History>> told =
        past.ask(domain, lane(call), answers -> answers.why(things, since, at, last));
    if (told.answer().isEmpty()) {
      throw Problem.missing(
          "the lane '%s' has no '%s', and no turn up to %d names it"
              .formatted(told.standing().lane(), id, told.standing().turn()),
          "check the id and the lane; one of these is meant: "
              + String.join(", ", domain.domain().why().kinds()));
    }
    return reply(
        domain,
        call,
        told,
        (standing, histories) -> HistoryJson.of(domain.domain().name(), standing, histories));
  }

  /** The reply to one who has the answer as of the lane's last turn; null: who asks has not. */
  static Reply had(LiveDomain<?, ?, ?> domain, Call call) {
    Standing present = domain.ask(lane(call), (state, standing) -> standing);
    String tag = Json.tag(domain, present);
    return Json.has(call, tag) ? Json.unchanged(tag) : null;
  }

  static <T> Reply reply(
      LiveDomain<?, ?, ?> domain,
      Call call,
      Told<T> told,
      BiFunction<Standing, T, ? extends JsonNode> body) {
    String tag = Json.tag(domain, told.standing());
    return Json.has(call, tag)
        ? Json.unchanged(tag)
        : Json.of(tag, body.apply(told.standing(), told.answer()));
  }
}
