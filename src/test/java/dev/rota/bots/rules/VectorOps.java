package dev.rota.bots.rules;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.queries.BotsQueries;
import dev.rota.bots.queries.Explained;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.RefusalReason;
import dev.rota.bots.values.SortedProperties;
import dev.rota.kernel.domain.QueryArguments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Performs the operations of the vectors on a grid. */
final class VectorOps {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> VALUES = new TypeReference<>() {};

  private final Grid grid;
  private final VectorPolicy policy;
  private final VectorAssign assign;
  private final VectorUpkeep upkeep;
  private final VectorHistory history = new VectorHistory();

  VectorOps(Grid grid, VectorPolicy policy) {
    this.grid = grid;
    this.policy = policy;
    this.assign = new VectorAssign(grid, history);
    this.upkeep = new VectorUpkeep(grid, history, policy.reapBatch());
    grid.apply(List.of(new BotsFact.PolicyApplied(policy.policy(), 0)));
  }

  /** Performs one operation and gives its answer. */
  Map<String, Object> perform(long at, String op, JsonNode args) {
    return switch (op) {
      case "create_bot" -> createBot(at, args);
      case "queue" -> queue(at, args);
      case "cancel" -> cancel(at, args);
      case "sync" -> sync(at, args);
      case "assign" -> assign.once(at, args);
      case "assign_all" -> assign.all(at, args);
      case "score", "pause", "draw_stats", "match_stats", "position", "cohort_metrics" ->
          query(op, args);
      case "close_bot" -> upkeep.closeBot(at, args);
      case "reap" -> upkeep.reap(at, args);
      case "timeout_executing" -> upkeep.timeoutExecuting(at);
      case "timeout_queued" -> upkeep.timeoutQueued(at, args);
      case "prune" -> upkeep.prune(at, args);
      case "put_quota" -> upkeep.putQuota(args);
      case "delete_quota" -> upkeep.deleteQuota(args);
      case "force_usage" -> upkeep.forceUsage(args);
      case "check" -> history.told(Explained.check(grid.state()));
      default -> throw new IllegalArgumentException("the vectors ask for the unknown " + op);
    };
  }

  private SortedProperties properties(JsonNode args, boolean ofBot) {
    if (policy.hasPropertySet()) {
      return VectorPolicy.properties(args.path("properties"));
    }
    List<PropertyPair> pairs = new ArrayList<>();
    if (!ofBot) {
      pairs.add(new PropertyPair("platform", args.path("platform").asText("-")));
      return SortedProperties.of(pairs);
    }
    for (String platform : textsOr(args.path("platforms"), "-")) {
      pairs.add(new PropertyPair("platform", platform));
    }
    for (String label : textsOr(args.path("labels"), "unknown")) {
      pairs.add(new PropertyPair("label", label));
    }
    return SortedProperties.of(pairs);
  }

  private static List<String> textsOr(JsonNode texts, String otherwise) {
    return texts.isArray() ? VectorPolicy.texts(texts) : List.of(otherwise);
  }

  private Map<String, Object> createBot(long at, JsonNode args) {
    int capacity = args.path("capacity").asInt(1);
    Heartbeat beat =
        new TestBot(args.get("bot").asText())
            .instance(args.path("instance").asText("*"))
            .health(BotHealth.valueOf(args.path("status").asText("OK")))
            .capacity(Math.max(1, capacity))
            .priority(args.path("priority").asInt(0))
            .has(properties(args, true))
            .registering(true)
            .beat();
    List<BotsFact> facts = history.note(grid.decide(at, beat));
    Bot bot = grid.state().bot(beat.bot());
    if (error(facts) != null || bot == null) {
      return error(facts);
    }
    if (capacity == 0) {
      // No bot may register so; one that is full for reasons of its own is what is meant.
      grid.apply(
          List.of(
              new BotsFact.BotRefreshed(
                  bot.name(), TestBot.of(bot).capacity(0).profile(), bot.expiresAt(), at)));
    }
    for (JsonNode hint : args.path("hints")) {
      grid.apply(List.of(new BotsFact.HintRemembered(bot.name(), hint.asText(), at)));
    }
    Map<String, Object> answer = new TreeMap<>();
    answer.put("session", bot.spec().session());
    answer.put("cohort", bot.spec().cohort());
    return answer;
  }

  /** What was refused, or null. */
  private static Map<String, Object> error(List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      if (fact instanceof BotRefused refused) {
        return Map.of("error", refused.reason().name());
      }
      if (fact instanceof JobRefused refused) {
        return Map.of("error", refused.reason().name());
      }
    }
    return null;
  }

  private Map<String, Object> queue(long at, JsonNode args) {
    String job = args.get("job").asText();
    Submit submit =
        new Submit(
            job,
            args.path("instance").asText("i"),
            args.path("priority").asInt(0),
            policy.hasPropertySet() ? null : args.path("label").asText("unknown"),
            properties(args, false),
            args.path("hint").asText(null),
            args.path("action").asText(job),
            !args.path("no_cache").asBoolean(false),
            args.path("operation").asText(null),
            args.hasNonNull("timeout_ms") ? args.get("timeout_ms").asLong() : null,
            args.path("cached").asBoolean(false),
            null);
    List<BotsFact> facts = history.note(grid.decide(at, submit));
    if (error(facts) != null) {
      return error(facts);
    }
    for (BotsFact fact : facts) {
      if (fact instanceof JobFact.JobJoined joined) {
        return Map.of("job", joined.job(), "new", false);
      }
    }
    return Map.of("job", job, "new", true);
  }

  private Map<String, Object> cancel(long at, JsonNode args) {
    BotsInput.Cancel cancel = new BotsInput.Cancel(args.get("operation").asText());
    List<BotsFact> facts = history.note(grid.decide(at, cancel));
    if (facts.get(0) instanceof JobRefused refused && refused.reason() == RefusalReason.NOT_FOUND) {
      return Map.of("error", "NOT_FOUND");
    }
    boolean cancelled =
        facts.get(0) instanceof JobFact.OperationCancelled operation && operation.last();
    return Map.of("job_cancelled", cancelled);
  }

  private Map<String, Object> sync(long at, JsonNode args) {
    String name = args.get("bot").asText();
    Bot bot = grid.state().bot(name);
    List<Report> reports = new ArrayList<>();
    for (JsonNode lease : args.path("leases")) {
      reports.add(
          new Report(
              lease.get("job").asText(),
              Reported.valueOf(lease.get("state").asText()),
              GrpcStatus.valueOf(lease.path("code").asText("OK")),
              lease.path("exit_code").asInt(0),
              0));
    }
    String live = bot == null ? "none" : bot.spec().session();
    TestBot said =
        bot == null
            ? new TestBot(name)
            : TestBot.of(bot).capacity(Math.max(1, bot.profile().capacity()));
    said.session(args.path("session").asText(live))
        .instance(args.path("instance").asText(bot == null ? "*" : bot.spec().instance()))
        .health(BotHealth.valueOf(args.path("status").asText("OK")))
        .has(SortedProperties.NONE)
        .reports(reports);
    List<BotsFact> facts = history.note(grid.decide(at, said.beat()));
    for (BotsFact fact : facts) {
      if (fact instanceof BotRefused refused) {
        return Map.of("error", refused.reason().name());
      }
      if (fact instanceof BotGone) {
        return Map.of("error", "SESSION_CLOSED");
      }
    }
    return synchronised(facts);
  }

  private static Map<String, Object> synchronised(List<BotsFact> facts) {
    Map<String, Object> answer = new LinkedHashMap<>();
    List<String> fetched = new ArrayList<>();
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease) {
        fetched.add(lease.job().name());
      } else if (fact instanceof BotSynchronised done) {
        answer.put(
            "leases",
            done.leases().stream().map(job -> Map.of("job", job, "state", "ACTIVE")).toList());
        answer.put("expiry", done.expiresAt());
      }
    }
    answer.put("fetched", fetched);
    return answer;
  }

  /** What can be asked of the product is asked there. */
  private Map<String, Object> query(String name, JsonNode args) {
    QueryArguments values = new QueryArguments(JSON.convertValue(args, VALUES));
    return JSON.convertValue(BotsQueries.all().get(name).answer(grid.state(), values), VALUES);
  }
}
