package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.JsonTree;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.json.LaneJson;
import dev.rota.readers.follow.json.MomentText;
import dev.rota.readers.whatif.ChangeableParts;
import dev.rota.readers.whatif.ComparisonJson;
import dev.rota.readers.whatif.HistoryChange;
import dev.rota.readers.whatif.HistoryComparer;
import dev.rota.readers.whatif.HistoryComparison;
import dev.rota.readers.whatif.PolicyPatch;
import dev.rota.readers.whatif.RefusedPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What would have been with another policy or fleet, as the command line says it. */
record WhatIfRoutes(FollowedDomains live, PastQuestions past) {
  private static final int FLEET_MAX = 1_000;

  /** A number of them, such as {@code bots:4}. */
  private static final Pattern MANY = Pattern.compile("[a-z]+s");

  List<ServedRoute> all() {
    return List.of(
        LaneRoutes.route(
            "/whatif",
            "what would have been with another policy or fleet, beside what happened",
            live.asking(this::whatIf),
            RouteParameter.text("policy", "fields of the domain's policy as a JSON object"),
            RouteParameter.texts(
                "add", "KIND:NAME or KIND:NAME=like:OTHER, such as bots:4; may repeat"),
            RouteParameter.texts("remove", "KIND:NAME, such as bot:bot-1; may repeat"),
            RouteParameter.texts(
                "priority", "JOB=PRIORITY: a job of bots has another one; may repeat"),
            RouteParameter.text(
                "since", "changes and measures from this time on; default: from the first turn")),
        LaneRoutes.route(
            "/whatif/fields",
            "what can be changed: the fields of the policy, and the kinds of the fleet",
            live.asking(this::fields)));
  }

  private HttpReply fields(LiveDomain domain, HttpCall call) {
    WhatIf<State, Fact<State>> whatIf = known(domain);
    Told<ObjectNode> told =
        domain.ask(
            LaneRoutes.lane(call),
            (state, standing) ->
                new Told<>(
                    standing,
                    ChangeableParts.fill(
                        LaneJson.of(domain.domain().name(), standing),
                        domain.domain(),
                        whatIf,
                        state)));
    return LaneRoutes.reply(domain, call, told, (_, fields) -> fields);
  }

  private HttpReply whatIf(LiveDomain domain, HttpCall call) {
    WhatIf<State, Fact<State>> whatIf = known(domain);
    String since = call.query().get("since");
    boolean fixed = since == null || !since.startsWith("P");
    HttpReply had = fixed ? LaneRoutes.had(domain, call) : null;
    if (had != null) {
      return had;
    }
    try {
      HistoryChange change = change(domain, whatIf, call);
      String lane = LaneRoutes.lane(call);
      var comparing = new HistoryComparer(domain.domain(), whatIf, lane, change);
      Told<HistoryComparison> told = past.ask(domain, lane, answers -> compare(comparing, answers));
      ObjectNode fields = LaneJson.of(domain.domain().name(), told.standing());
      fields = ComparisonJson.fill(fields, change, told.answer(), whatIf.model());
      return fixed
          ? JsonAnswers.of(JsonAnswers.tag(domain, told.standing()), fields)
          : JsonAnswers.of(fields);
    } catch (BadArgument e) {
      String forms = String.join(", ", whatIf.fleet());
      throw ProblemDetails.bad(e.getMessage(), "add or remove " + forms);
    } catch (BadLine e) {
      String where = e.path().isEmpty() ? "" : e.path() + ": ";
      throw ProblemDetails.bad(
          "policy: " + where + e.getMessage(), "see /whatif/fields for its fields");
    } catch (RefusedPolicy e) {
      throw new ProblemDetails.Refused(
          new ProblemDetails(
              422, "the rules refuse the policy", e.getMessage(), "correct the policy"));
    }
  }

  private static Told<HistoryComparison> compare(HistoryComparer comparing, LaneAnswers answers) {
    QuestionBudget budget = new QuestionBudget();
    Runnable each =
        () -> {
          answers.checkTime();
          budget.play();
        };
    var standing =
        comparing.read(
            (watcher, turn) ->
                answers.turns(
                    watcher,
                    entry -> {
                      budget.keep(entry);
                      turn.accept(entry);
                    }));
    return new Told<>(standing, comparing.beforeEach(each).play());
  }

  private static WhatIf<State, Fact<State>> known(LiveDomain domain) {
    return domain
        .domain()
        .card()
        .whatIf()
        .orElseThrow(
            () ->
                ProblemDetails.missing(
                    domain.domain().name() + " has no what-if", "ask another domain"));
  }

  private static HistoryChange change(LiveDomain domain, WhatIf<?, ?> whatIf, HttpCall call) {
    String since = call.query().get("since");
    List<FleetChange> fleet = new ArrayList<>();
    call.every("add").forEach(text -> fleet.add(bounded(FleetChange.of(true, text))));
    call.every("remove").forEach(text -> fleet.add(bounded(FleetChange.of(false, text))));
    call.every("priority").forEach(text -> fleet.add(priority(text)));
    PolicyPatch patch =
        new PolicyPatch(domain.domain(), whatIf.policy(), LaneRoutes.lane(call), policy(call));
    return new HistoryChange(
        patch,
        fleet,
        since == null ? Long.MIN_VALUE : MomentText.millis("since", since, Instant.now()));
  }

  private static FleetChange bounded(FleetChange change) {
    if (MANY.matcher(change.kind()).matches() && change.number() > FLEET_MAX) {
      throw new BadArgument(change + ": at most " + FLEET_MAX + " at once are tried by HTTP");
    }
    return change;
  }

  private static FleetChange priority(String text) {
    int at = text.lastIndexOf('=');
    if (at < 1) {
      throw new BadArgument("'" + text + "' is not of the form JOB=PRIORITY");
    }
    return FleetChange.priority(text.substring(0, at), text.substring(at + 1));
  }

  private static ObjectNode policy(HttpCall call) {
    String text = call.query().get("policy");
    if (text == null || text.isEmpty()) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      if (JsonTree.parse(text) instanceof ObjectNode fields) {
        return fields;
      }
      throw ProblemDetails.bad("policy is no JSON object", "pass fields such as {\"NAME\": VALUE}");
    } catch (BadLine e) {
      throw ProblemDetails.bad("policy: " + e.getMessage(), "pass a JSON object");
    }
  }
}
