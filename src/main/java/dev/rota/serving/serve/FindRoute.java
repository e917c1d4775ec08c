package dev.rota.serving.serve;

import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.NotInLedger;
import dev.rota.readers.follow.ThingSearch;
import dev.rota.readers.follow.ThingSearch.FoundThing;
import java.util.List;

/** Looks for things by name in the lanes of a domain. */
record FindRoute(FollowedDomains live) {
  private static final int FOUND = 20;
  private static final int FOUND_MAX = 100;
  private static final int LANES_MAX = 1_000;
  private static final int TEXT_MAX = 600;

  private record Found(String text, List<FoundThing> found, int lanes, boolean more) {}

  ServedRoute route() {
    return ServedRoute.json(
        "/v1/{domain}/find",
        "lanes, and things that they have now, by a part of their name: those with this id first",
        live.sharing(this::find),
        RouteParameter.DOMAIN,
        RouteParameter.text("text", "a part of a name, perhaps behind its kind, such as core 7"),
        RouteParameter.text("lane", "in this lane alone; default: in the first 1000"),
        RouteParameter.number("limit", "how many at most; default: " + FOUND));
  }

  private HttpReply find(LiveDomain domain, HttpCall call) {
    String text = call.query().getOrDefault("text", "").strip();
    if (text.isEmpty() || text.length() > TEXT_MAX) {
      throw ProblemDetails.bad(
          text.isEmpty() ? "text is missing" : "text has more than " + TEXT_MAX + " characters",
          "pass a part of a name");
    }
    int limit = (int) ParameterValues.number(call, "limit", FOUND, 1, FOUND_MAX);
    ThingSearch search = new ThingSearch(domain.domain().card().why(), text, limit);
    String only = call.query().get("lane");
    List<String> lanes = only == null ? domain.lanes("", LANES_MAX + 1) : List.of(only);
    int looked = 0;
    for (String lane : lanes.subList(0, Math.min(LANES_MAX, lanes.size()))) {
      looked += isThere(domain, search, lane, only != null) ? 1 : 0;
    }
    return JsonAnswers.of(
        new Found(text, search.found(), looked, search.isCut() || lanes.size() > LANES_MAX));
  }

  /** A lane that left a moment ago is none. */
  private static boolean isThere(
      LiveDomain domain, ThingSearch search, String lane, boolean named) {
    try {
      return domain.ask(
          lane,
          (state, standing) -> {
            search.look(state, standing);
            return true;
          });
    } catch (NotInLedger e) {
      if (named) {
        throw e;
      }
      return false;
    }
  }
}
