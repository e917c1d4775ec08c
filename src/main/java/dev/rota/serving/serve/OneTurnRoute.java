package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.TurnAccount;
import dev.rota.readers.follow.json.AskedQuery;
import dev.rota.readers.follow.json.TurnJson;

/** One turn with its input and its outputs, and what it changed. */
record OneTurnRoute(FollowedDomains live, PastQuestions past) {
  ServedRoute route() {
    return LaneRoutes.route(
        "/turns/{turn}",
        "one turn: its input as JSON, its first 200 outputs, and what it changed",
        live.asking(this::turn),
        RouteParameter.path("turn", "the turn's number"),
        RouteParameter.text("changes", "no: without what it changed in the state"));
  }

  private HttpReply turn(LiveDomain domain, HttpCall call) {
    long number =
        ParameterValues.number("turn", ParameterValues.place(call, "turn"), 1, Long.MAX_VALUE);
    checkTaken(domain, LaneRoutes.lane(call), number);
    AskedQuery whole = AskedQuery.state(domain.domain());
    boolean changes = ParameterValues.isYes(call, "changes");
    TurnAccount<JsonNode> told =
        past.ask(
            domain,
            LaneRoutes.lane(call),
            answers -> answers.turn(number, state -> changes ? whole.answer(state) : null));
    if (told.source() != null && !told.source().isSettled()) {
      return JsonAnswers.of(new TurnJson(domain.domain()).of(told)); // it may be otherwise later
    }
    String tag = JsonAnswers.tag(domain, told.standing());
    return JsonAnswers.has(call, tag)
        ? JsonAnswers.unchanged(tag)
        : JsonAnswers.of(tag, new TurnJson(domain.domain()).of(told));
  }

  /** Of a lane that is proved nobody need replay what comes behind its last turn. */
  private static void checkTaken(LiveDomain domain, String lane, long number) {
    LaneStanding last = domain.ask(lane, (_, standing) -> standing);
    if (last.isProved() && number > last.turn()) {
      throw ProblemDetails.missing(
          "the lane '%s' has only %d turns".formatted(lane, last.turn()), "ask about one of them");
    }
  }
}
