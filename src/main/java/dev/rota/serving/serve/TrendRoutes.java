package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.held.TrendPoint;
import dev.rota.readers.follow.held.TrendSeries;
import dev.rota.readers.follow.json.MomentText;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** What lanes were like in the last hour, a column for each figure. */
record TrendRoutes(FollowedDomains live) {
  private static final int POINTS = 360;
  private static final int POINTS_MIN = 10;
  private static final int POINTS_MAX = 720;
  private static final int MILLIS = 1_000;

  /** What is further away is no nearer to a trend. */
  private static final long FAR = 1L << 60;

  List<ServedRoute> all() {
    return List.of(
        ServedRoute.json(
            "/v1/{domain}/trend",
            "the last hour of all lanes together, in steps of 10 s or multiples, in columns",
            live.sharing(this::domain),
            RouteParameter.DOMAIN,
            points(),
            from(),
            to()),
        ServedRoute.json(
            "/v1/{domain}/lanes/{lane}/trend",
            "the same of one lane, if it has metrics of its own",
            live.sharing(this::lane),
            RouteParameter.DOMAIN,
            RouteParameter.LANE,
            points(),
            from(),
            to()));
  }

  private static RouteParameter points() {
    return RouteParameter.number("points", "how many steps at most, 10 to 720; default: 360");
  }

  private static RouteParameter from() {
    return RouteParameter.text(
        "from", "a time, or a duration before now such as PT30M; default: an hour before to");
  }

  private static RouteParameter to() {
    return RouteParameter.text("to", "such a time; default: now");
  }

  private HttpReply domain(LiveDomain domain, HttpCall call) {
    return answer(domain, call, domain.trend(), null);
  }

  private HttpReply lane(LiveDomain domain, HttpCall call) {
    LaneStanding standing = TurnRoutes.standing(domain, call);
    TrendSeries trend =
        domain
            .trend(standing.lane())
            .orElseThrow(
                () ->
                    ProblemDetails.missing(
                        "the lane '%s' has no trend of its own".formatted(standing.lane()),
                        "as many lanes have one as have metrics: 'rota follow --metric-lanes N'"));
    return answer(domain, call, trend, standing.turn());
  }

  private static HttpReply answer(LiveDomain domain, HttpCall call, TrendSeries whole, Long turn) {
    int most = (int) ParameterValues.number(call, "points", POINTS, POINTS_MIN, POINTS_MAX);
    long to = time(call, "to", whole.endMillis() - 1);
    long from = time(call, "from", to - (POINTS - 1) * whole.stepMillis());
    if (to < from) {
      throw ProblemDetails.bad(
          "to is " + Instant.ofEpochMilli(to) + ", before from, " + Instant.ofEpochMilli(from),
          "pass a later time");
    }
    TrendSeries trend = whole.between(from, to).coarser(most);
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    page.put("turn", turn);
    page.put("stepMillis", trend.stepMillis());
    page.put("from", Instant.ofEpochMilli(trend.firstMillis()).toString());
    page.put("to", Instant.ofEpochMilli(trend.toMillis()).toString());
    List<TrendPoint> points = trend.points();
    column(page, "waiting", points, TrendPoint::waiting);
    column(page, "oldestSeconds", points, TrendRoutes::seconds);
    column(page, "assigned", points, TrendPoint::assigned);
    column(page, "capacity", points, TrendPoint::capacity);
    column(page, "turns", points, TrendPoint::turns);
    column(page, "begun", points, TrendPoint::begun);
    column(page, "refused", points, TrendPoint::refused);
    LaneFigures units = domain.domain().units();
    page.putObject("units").put("waiting", units.waits()).put("assigned", units.assigned());
    return JsonAnswers.of(page.put("lanes", trend.lanes()));
  }

  private static long time(HttpCall call, String name, long otherwise) {
    String text = call.query().get(name);
    long millis = text == null ? otherwise : MomentText.millis(name, text, Instant.now());
    return Math.max(-FAR, Math.min(FAR, millis));
  }

  private static void column(
      ObjectNode page, String name, List<TrendPoint> points, Function<TrendPoint, Long> of) {
    ArrayNode column = page.putArray(name);
    points.forEach(point -> column.add(of.apply(point)));
  }

  private static Long seconds(TrendPoint point) {
    return point.oldestMillis() == null ? null : (Long) (point.oldestMillis() / MILLIS);
  }
}
