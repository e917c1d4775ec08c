package dev.rota.serving.serve;

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
import java.util.ArrayList;
import java.util.List;

/** A domain's lanes and queries. */
record DomainRoutes(FollowedDomains live) {
  private static final int PAGE = 100;
  private static final int PAGE_MAX = 1_000;

  private record LanePage(List<ServedLane> lanes, String next) {}

  private record ServedLane(
      String lane, long turn, Instant at, boolean proved, String difference, LaneFigures figures) {}

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
    List<ServedLane> lanes = new ArrayList<>();
    for (String name : names.subList(0, Math.min(limit, names.size()))) {
      try {
        lanes.add(domain.<ServedLane>ask(name, (state, at) -> lane(domain.domain(), state, at)));
      } catch (PartitionNotFollowed _) {
        // Its partition has just left.
      }
    }
    return JsonAnswers.of(new LanePage(lanes, names.size() > limit ? names.get(limit - 1) : null));
  }

  private static ServedLane lane(Domain domain, State state, LaneStanding standing) {
    return new ServedLane(
        standing.lane(),
        standing.turn(),
        Instant.ofEpochMilli(standing.atMillis()),
        standing.isProved(),
        standing.difference(),
        state == null ? null : domain.card().figures(state));
  }
}
