package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.kernel.domain.State;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.PartitionNotFollowed;
import dev.rota.readers.follow.json.QueryList;
import java.time.Instant;
import java.util.List;

/** A domain's lanes and queries. */
record DomainRoutes(FollowedDomains live) {
  private static final int PAGE = 100;
  private static final int PAGE_MAX = 1_000;

  List<ServedRoute> all() {
    return List.of(
        ServedRoute.json(
            "/v1/{domain}/lanes",
            "the domain's lanes, sorted by name, and two figures of each",
            live.sharing(this::lanes),
            RouteParameter.DOMAIN,
            RouteParameter.text("after", "the lanes after this name"),
            RouteParameter.number("limit", "how many at most; default: " + PAGE)),
        ServedRoute.json(
            "/v1/{domain}/queries",
            "the queries of the domain's lanes, and their arguments",
            live.asking(this::queries),
            RouteParameter.DOMAIN));
  }

  private HttpReply queries(LiveDomain domain, HttpCall call) {
    return JsonAnswers.of(QueryList.of(domain.domain()));
  }

  private HttpReply lanes(LiveDomain domain, HttpCall call) {
    int limit = (int) ParameterValues.number(call, "limit", PAGE, 1, PAGE_MAX);
    List<String> names = domain.lanes(call.query().getOrDefault("after", ""), limit + 1);
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode lanes = page.putArray("lanes");
    for (String name : names.subList(0, Math.min(limit, names.size()))) {
      try {
        lanes.add(domain.<ObjectNode>ask(name, (state, at) -> lane(domain.domain(), state, at)));
      } catch (PartitionNotFollowed e) {
        // Its partition has just left.
      }
    }
    return JsonAnswers.of(page.put("next", names.size() > limit ? names.get(limit - 1) : null));
  }

  private static ObjectNode lane(Domain domain, State state, LaneStanding standing) {
    ObjectNode fields =
        JsonNodeFactory.instance
            .objectNode()
            .put("lane", standing.lane())
            .put("turn", standing.turn())
            .put("at", Instant.ofEpochMilli(standing.atMillis()).toString())
            .put("proved", standing.isProved())
            .put("difference", standing.difference());
    LaneFigures figures = state == null ? null : domain.card().figures(state);
    if (figures == null) {
      return fields.putNull("figures");
    }
    fields
        .putObject("figures")
        .put("waiting", figures.waiting())
        .put("waits", figures.waits())
        .put("busy", figures.busy())
        .put("assigned", figures.assigned());
    return fields;
  }
}
