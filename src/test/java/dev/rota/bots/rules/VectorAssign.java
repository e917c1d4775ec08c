package dev.rota.bots.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.Awoken;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Given;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Operations of the vectors on the assigners. */
final class VectorAssign {
  private final Grid grid;
  private final VectorHistory history;

  VectorAssign(Grid grid, VectorHistory history) {
    this.grid = grid;
    this.history = history;
  }

  private BotsState state() {
    return grid.state();
  }

  /** What the scenario says that chance brings; the rest is drawn. */
  private static final class Scripted implements AssignerRandom {
    private final JsonNode args;
    private final AssignerRandom seeded = new Seeded(5, 0);
    private int round;

    Scripted(JsonNode args) {
      this.args = args;
    }

    @Override
    public int draw() {
      return args.hasNonNull("draw") ? args.get("draw").asInt() : seeded.draw();
    }

    @Override
    public List<Bot> sample(List<Bot> bots, int size) {
      if (!args.has("samples")) {
        return seeded.sample(bots, size);
      }
      List<String> names = VectorPolicy.texts(args.get("samples").path(round++));
      return bots.stream().filter(bot -> names.contains(bot.name())).toList();
    }

    @Override
    public double jitter() {
      return seeded.jitter();
    }

    @Override
    public int taken() {
      return 0;
    }
  }

  Map<String, Object> once(long at, JsonNode args) {
    grid.apply(List.of(new Awoken(at)));
    race(args);
    List<Job> lockedJobs = new ArrayList<>();
    for (String name : VectorPolicy.texts(args.path("locked_jobs"))) {
      Job job = state().job(name);
      if (job != null && job.state() instanceof Queued queued && !queued.resting()) {
        Given.lock(state(), job);
        lockedJobs.add(job);
      }
    }
    List<Bot> lockedBots = new ArrayList<>();
    for (String name : VectorPolicy.texts(args.path("locked_bots"))) {
      Bot bot = state().bot(name);
      Given.lock(state(), bot);
      lockedBots.add(bot);
    }
    List<BotsFact> facts = history.note(grid.apply(iteration(at, args).facts(state())));
    lockedJobs.forEach(job -> Given.unlock(state(), job));
    lockedBots.forEach(bot -> Given.unlock(state(), bot));
    return answer(facts, args);
  }

  /** Another writer's charge between read and write, told as one just before. */
  private void race(JsonNode args) {
    for (Map.Entry<String, JsonNode> one : args.path("race").properties()) {
      String cohort = args.get("cohort").asText();
      QuotaRow quota = state().quotas().get(cohort, one.getKey());
      Given.charge(state(), cohort, one.getKey(), one.getValue().asInt() - quota.usage());
    }
  }

  private AssignerIteration iteration(long at, JsonNode args) {
    String mode = args.path("mode").asText("priority");
    String cohort = mode.equals("cohort") ? args.get("cohort").asText() : null;
    AssignerIteration.Order order =
        switch (mode) {
          case "age" -> AssignerIteration.Order.AGE;
          case "priority_age" -> AssignerIteration.Order.DRAWN;
          case "priority", "cohort" -> AssignerIteration.Order.PRIORITY;
          default ->
              throw new IllegalArgumentException("the vectors assign by the unknown " + mode);
        };
    Set<String> pools = new TreeSet<>();
    VectorPolicy.texts(args.path("instances")).forEach(i -> pools.add(state().policy().pool(i)));
    boolean all = !args.has("instances");
    return new AssignerIteration(
        cohort,
        order,
        instance -> all || pools.contains(state().policy().pool(instance)),
        new Scripted(args),
        at);
  }

  private static Map<String, Object> answer(List<BotsFact> facts, JsonNode args) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("updated", facts.isEmpty() ? 0 : 1);
    answer.put("job", null);
    answer.put("bot", null);
    answer.put("evicted", null);
    if (facts.isEmpty() && args.has("race")) {
      answer.put("reason", "quota_outdated");
    }
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease) {
        answer.put("job", lease.job().name());
        answer.put("bot", lease.bot());
        answer.put("strategy", lease.found().name().toLowerCase(Locale.ROOT));
      } else if (fact instanceof LeaseEnded lease) {
        answer.put("evicted", lease.job().name());
      } else if (fact instanceof JobBackedOff off) {
        answer.put("job", off.job());
        answer.put("backoff_until", off.until());
        answer.put("reason", off.reason() == BotsReason.MAX_QUOTA ? "max_quota" : "no_bot");
      }
    }
    return answer;
  }

  Map<String, Object> all(long at, JsonNode args) {
    Map<String, Object> assigned = new TreeMap<>();
    for (Map<String, Object> one = once(at, args);
        (int) one.get("updated") == 1;
        one = once(at, args)) {
      if (one.get("bot") != null) {
        assigned.put((String) one.get("job"), one.get("bot"));
      }
    }
    return Map.of("assigned", assigned, "count", assigned.size());
  }
}
