package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpFeed;
import dev.rota.base.http.HttpReply;
import dev.rota.base.lines.AnswerJson;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.readers.follow.held.TurnFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A lane's last turns, and those that come. */
record TurnRoutes(FollowedDomains live) {
  static final String EVENTS = "text/event-stream";
  static final byte[] IDLE = ": still there\n\n".getBytes(UTF_8);
  private static final int PAGE = 100;
  private static final int PAGE_MAX = 1_000;

  /** Of a lane with more turns between two looks, nobody reads them all. */
  private static final int AT_ONCE = 100;

  private record TurnPage(long turn, long saidFrom, List<ServedTurn> turns, Long next) {}

  private record ServedTurn(
      long turn, Instant at, String kind, String input, String reason, int outputs, String said) {
    static ServedTurn of(RecentTurn one) {
      return new ServedTurn(
          one.turn(),
          Instant.ofEpochMilli(one.atMillis()),
          one.kind().name(),
          one.input(),
          one.reason(),
          one.outputs(),
          one.said());
    }
  }

  List<ServedRoute> all() {
    return List.of(
        page(),
        ServedRoute.json(
            "/v1/{domain}/lanes/{lane}/stretches",
            "the held turns, counted by stretches of equal size, in columns",
            live.sharing(StretchColumns::answer),
            RouteParameter.DOMAIN,
            RouteParameter.LANE,
            RouteParameter.TAG,
            RouteParameter.number("from", "the first turn; default: the oldest that is held"),
            RouteParameter.number("to", "the last turn; default: the newest"),
            RouteParameter.number(
                "size", "turns of a stretch; default: as many as 200 stretches need")),
        new ServedRoute(
            ServedRoute.GET,
            "/v1/{domain}/lanes/{lane}/events",
            "the lane's turns as they come, as server-sent events 'turn'; their id is the turn."
                + " Of a rush, only the newest",
            EVENTS,
            List.of(
                RouteParameter.DOMAIN,
                RouteParameter.LANE,
                RouteParameter.header("Last-Event-ID", "continue after this turn, if it is held")),
            false,
            live.asking(this::events)));
  }

  private ServedRoute page() {
    return ServedRoute.json(
        "/v1/{domain}/lanes/{lane}/turns",
        "the lane's last turns, the newest first, as far as they are held: a million of a domain",
        live.sharing(this::turns),
        RouteParameter.DOMAIN,
        RouteParameter.LANE,
        RouteParameter.TAG,
        RouteParameter.number("before", "the turns before this one"),
        RouteParameter.number("after", "the turns after this one"),
        RouteParameter.text("idle", "no: without ticks that did nothing"),
        RouteParameter.text("kind", "those of this kind, such as INPUT"),
        RouteParameter.text("reason", "those with this reason; any: those with one"),
        RouteParameter.text("decided", "yes: those with outputs"),
        RouteParameter.text("text", "those that say this, such as a name, in any case"),
        RouteParameter.number("limit", "how many at most; default: " + PAGE));
  }

  private HttpReply turns(LiveDomain domain, HttpCall call) {
    long before = ParameterValues.number(call, "before", Long.MAX_VALUE, 1, Long.MAX_VALUE);
    long after = ParameterValues.number(call, "after", 0, 0, Long.MAX_VALUE);
    int limit = (int) ParameterValues.number(call, "limit", PAGE, 1, PAGE_MAX);
    LaneStanding standing = standing(domain, call);
    String tag = JsonAnswers.tag(domain, standing);
    if (JsonAnswers.has(call, tag)) {
      return JsonAnswers.unchanged(tag);
    }
    List<RecentTurn> found =
        domain.between(standing.lane(), after, before, limit + 1, filter(call));
    List<ServedTurn> shown = found.stream().limit(limit).map(ServedTurn::of).toList();
    Long next = found.size() > limit ? (Long) shown.get(limit - 1).turn : null;
    long saidFrom = domain.saidFrom(standing.lane());
    return JsonAnswers.of(tag, new TurnPage(standing.turn(), saidFrom, shown, next));
  }

  private static TurnFilter filter(HttpCall call) {
    String kind = call.query().get("kind");
    List<String> kinds = Arrays.stream(TurnEntry.Kind.values()).map(Enum::name).toList();
    if (kind != null && !kinds.contains(kind)) {
      throw ProblemDetails.bad("kind is '" + kind + "'", "pass one of " + String.join(", ", kinds));
    }
    return new TurnFilter(
        ParameterValues.isYes(call, "idle"),
        kind == null ? null : TurnEntry.Kind.valueOf(kind),
        call.query().get("reason"),
        call.query().containsKey("decided") && ParameterValues.isYes(call, "decided"),
        call.query().get("text"));
  }

  static LaneStanding standing(LiveDomain domain, HttpCall call) {
    return domain.ask(ParameterValues.place(call, "lane"), (_, standing) -> standing);
  }

  private HttpFeed events(LiveDomain domain, HttpCall call) {
    LaneStanding standing = standing(domain, call);
    String seen = call.headers().apply("Last-Event-ID");
    boolean fresh = seen == null || seen.isEmpty();
    AtomicLong last =
        new AtomicLong(
            fresh
                ? standing.turn()
                // Made anew since, the lane may have fewer turns than the client has seen.
                : Math.min(
                    standing.turn(),
                    ParameterValues.number("Last-Event-ID", seen, 0, Long.MAX_VALUE)));
    AtomicBoolean missed = new AtomicBoolean(!fresh);
    return new HttpFeed(EVENTS, () -> more(domain, standing.lane(), last, missed), IDLE);
  }

  /** Who comes back gets what it has missed, as far as it is held. Then what is new, at most. */
  static List<RecentTurn> next(LiveDomain domain, String lane, long last, boolean missed) {
    if (missed) {
      return domain.after(lane, last, PAGE_MAX);
    }
    List<RecentTurn> newest = new ArrayList<>(domain.before(lane, Long.MAX_VALUE, AT_ONCE));
    newest.removeIf(turn -> turn.turn() <= last);
    Collections.reverse(newest);
    return newest;
  }

  private static byte[] more(
      LiveDomain domain, String lane, AtomicLong last, AtomicBoolean missed) {
    StringBuilder events = new StringBuilder();
    for (RecentTurn turn : next(domain, lane, last.get(), missed.getAndSet(false))) {
      event(events, turn.turn(), ServedTurn.of(turn));
      last.set(turn.turn());
    }
    return bytes(events);
  }

  static void event(StringBuilder to, long number, Object turn) {
    to.append("id: ").append(number).append("\nevent: turn\ndata: ");
    to.append(AnswerJson.text(turn)).append("\n\n");
  }

  static byte[] bytes(StringBuilder events) {
    return events.toString().getBytes(UTF_8);
  }
}
