package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.lines.AnswerJson;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.kernel.domain.State;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.PartitionNotFollowed;
import dev.rota.readers.follow.json.QueryList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A domain's lanes and queries. */
record DomainRoutes(FollowedDomains live) {
  private static final int PAGE = 100;
  private static final int PAGE_MAX = 1_000;
  private static final int FROM_MAX = 100_000_000;

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
            RouteParameter.text("find", "the lanes whose names have this text, whatever its case"),
            RouteParameter.number("from", "of these, the ones from this place on, counted from 0"),
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
    int from = (int) ParameterValues.number(call, "from", 0, 0, FROM_MAX);
    String text = call.query().getOrDefault("find", "").toLowerCase(Locale.ROOT);
    List<String> found =
        domain.lanes(
            call.query().getOrDefault("after", ""),
            text.isEmpty() ? from + limit + 1 : Integer.MAX_VALUE);
    if (!text.isEmpty()) {
      found = found.stream().filter(one -> one.toLowerCase(Locale.ROOT).contains(text)).toList();
    }
    int end = Math.min(found.size(), from + limit);
    List<ServedLane> lanes = new ArrayList<>();
    for (String name : found.subList(Math.min(from, end), end)) {
      try {
        lanes.add(domain.<ServedLane>ask(name, (state, at) -> lane(domain.domain(), state, at)));
      } catch (PartitionNotFollowed _) {
        // Its partition has just left.
      }
    }
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    page.set("lanes", AnswerJson.tree(lanes));
    page.put("next", found.size() > end ? found.get(end - 1) : null);
    if (call.query().containsKey("find") || call.query().containsKey("from")) {
      page.put(
          "found",
          text.isEmpty()
              ? domain.standings().stream().mapToInt(FollowProgress::lanes).sum()
              : found.size());
    }
    return JsonAnswers.of(page);
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
