package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.Call;
import dev.rota.base.http.Reply;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Figures;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.NotHere;
import dev.rota.readers.follow.Standing;
import dev.rota.readers.follow.json.QueryList;
import java.time.Instant;
import java.util.List;

/** A domain's lanes and queries. */
record DomainRoutes(Live live) {
  private static final int PAGE = 100;
  private static final int PAGE_MAX = 1_000;

  List<Route> all() {
    return List.of(
        Route.json(
            "/v1/{domain}/lanes",
            "the domain's lanes, sorted by name, and two figures of each",
            live.sharing(this::lanes),
            Param.DOMAIN,
            Param.text("after", "the lanes after this name"),
            Param.number("limit", "how many at most; default: " + PAGE)),
        Route.json(
            "/v1/{domain}/queries",
            "the queries of the domain's lanes, and their arguments",
            live.asking(this::queries),
            Param.DOMAIN));
  }

  private <S extends State, I, F extends Fact<S>> Reply queries(
      LiveDomain<S, I, F> domain, Call call) {
    return Json.of(QueryList.of(domain.domain()));
  }

  private <S extends State, I, F extends Fact<S>> Reply lanes(
      LiveDomain<S, I, F> domain, Call call) {
    int limit = (int) Values.number(call, "limit", PAGE, 1, PAGE_MAX);
    List<String> names = domain.lanes(call.query().getOrDefault("after", ""), limit + 1);
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode lanes = page.putArray("lanes");
    for (String name : names.subList(0, Math.min(limit, names.size()))) {
      try {
        lanes.add(domain.<ObjectNode>ask(name, (state, at) -> lane(domain.domain(), state, at)));
      } catch (NotHere e) {
        // Its partition has just left.
      }
    }
    return Json.of(page.put("next", names.size() > limit ? names.get(limit - 1) : null));
  }

  private static <S extends State> ObjectNode lane(
      Domain<S, ?, ?> domain, S state, Standing standing) {
    ObjectNode fields =
        JsonNodeFactory.instance
            .objectNode()
            .put("lane", standing.lane())
            .put("turn", standing.turn())
            .put("at", Instant.ofEpochMilli(standing.atMillis()).toString())
            .put("proved", standing.isProved())
            .put("difference", standing.difference());
    Figures figures = state == null ? null : domain.figures(state);
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
