package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.json.AskedQuery;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Documents about a lane in the form that others' programs read: the answers of queries that are
 * named like files, and nothing around them.
 */
record DocumentRoutes(FollowedDomains live) {
  private static final String STATUS = "status.json";
  private static final String METRICS = "metrics.txt";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  List<ServedRoute> all() {
    return List.of(
        route(
            STATUS,
            "a network's workers and datasets, as SQD's scheduler writes them",
            ServedRoute.JSON,
            live.asking(this::status)),
        route(
            METRICS,
            "a network's gauges in OpenMetrics, with the names of SQD's scheduler",
            OPEN_METRICS,
            live.asking(this::metrics)));
  }

  private static ServedRoute route(
      String name, String summary, String type, Function<HttpCall, ? extends HttpAnswer> handler) {
    List<RouteParameter> params =
        List.of(RouteParameter.DOMAIN, RouteParameter.LANE, RouteParameter.TAG);
    String path = "/v1/{domain}/lanes/{lane}/" + name;
    return new ServedRoute(ServedRoute.GET, path, summary, type, params, false, handler);
  }

  private HttpReply status(LiveDomain domain, HttpCall call) {
    return reply(domain, call, STATUS, Map.of(), ServedRoute.JSON);
  }

  private HttpReply metrics(LiveDomain domain, HttpCall call) {
    Map<String, String> network = Map.of("network", LaneRoutes.lane(call));
    return reply(domain, call, METRICS, network, OPEN_METRICS);
  }

  private static HttpReply reply(
      LiveDomain domain, HttpCall call, String name, Map<String, String> args, String type) {
    AskedQuery asked = AskedQuery.of(domain.domain(), name, args);
    HttpReply had = LaneRoutes.had(domain, call);
    if (had != null) {
      return had;
    }
    Told<JsonNode> told =
        domain.ask(
            LaneRoutes.lane(call), (state, standing) -> new Told<>(standing, asked.answer(state)));
    JsonNode answer = told.answer();
    if (answer.isNull()) {
      throw ProblemDetails.missing(
          "the lane is set aside, and has no state", "see the dead letters");
    }
    String text = answer.isTextual() ? answer.asText() : answer + "\n";
    String tag = JsonAnswers.tag(domain, told.standing());
    return new HttpReply(
        200, type, text.getBytes(UTF_8), Map.of("ETag", tag, "Cache-Control", "no-cache"));
  }
}
