package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.ScoringFormula;
import dev.rota.bots.rules.WaitCause;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.QueryHelp;
import dev.rota.kernel.domain.ReasonGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The queries about a grid, by name. They run between turns. */
public final class BotsQueries {
  private static final int REASONS = 10_000;

  private BotsQueries() {}

  public static Map<String, Query<BotsState>> all() {
    Map<String, Query<BotsState>> all = new TreeMap<>(AssignerQueries.all());
    all.putAll(GridQueries.all());
    all.put("check", (state, _) -> BotsAnswers.check(state));
    all.put("position", Query.of(BotsQueries::position, "operation", "instance", "limit"));
    all.put("score", Query.of(BotsQueries::score, "job", "bot"));
    all.put("waiting", Query.of(BotsQueries::waiting, "job", "limit"));
    all.put("reasons", Query.of(BotsQueries::reasons, "limit"));
    all.put("usage", (state, _) -> BotsAnswers.usage(state));
    all.put(
        "cohort_metrics",
        Query.of(
            (state, args) -> BotsAnswers.cohort(state, args.requiredText("cohort")), "cohort"));
    return QueryHelp.given(all, GridQueryHelp.TEXT);
  }

  /** Arguments: operation; instance, which must match the job's; limit. */
  private static Object position(BotsState state, QueryArguments args) {
    int limit = args.limit(state.policy().limits().position());
    Job job = state.operation(args.requiredText("operation"));
    return job == null || !args.text("instance").orElse(job.instance()).equals(job.instance())
        ? Map.of("error", "NOT_FOUND")
        : Map.of("position", new JobPositions(state, limit).of(job));
  }

  /** Arguments: job, bot. */
  private static Object score(BotsState state, QueryArguments args) {
    Job job = state.job(args.requiredText("job"));
    Bot bot = state.bot(args.requiredText("bot"));
    return job == null || bot == null
        ? Map.of("error", "NOT_FOUND")
        : Map.of("score", ScoringFormula.score(state.policy().scoring(), job, bot));
  }

  /** Explains why jobs wait. Arguments: job, or else all queued jobs up to limit. */
  private static Object waiting(BotsState state, QueryArguments args) {
    int limit = args.limit(state.policy().limits().position());
    JobPositions positions = new JobPositions(state, limit);
    WaitCauses causes = new WaitCauses(state);
    if (args.has("job")) {
      Job job = state.job(args.requiredText("job"));
      return job == null ? Map.of("error", "NOT_FOUND") : waiting(job, positions, causes);
    }
    List<Object> all = new ArrayList<>();
    for (Job job : state.queue().oldest(limit)) {
      all.add(waiting(job, positions, causes));
    }
    return all;
  }

  /** Groups the jobs that wait, the oldest up to a limit. */
  private static Object reasons(BotsState state, QueryArguments args) {
    List<Job> oldest = state.queue().oldest(args.limit(REASONS));
    WaitCauses causes = new WaitCauses(state);
    ReasonGroups groups = new ReasonGroups();
    for (Job job : oldest) {
      groups.add(JobNow.waitsFor(causes.of(job)), job.name(), 1, job.queuedAt());
    }
    long all = state.jobs().stream().filter(job -> job.state() instanceof Queued).count();
    groups.others(all - oldest.size());
    return groups.told();
  }

  static Map<String, Object> waiting(Job job, JobPositions positions, WaitCauses causes) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("job", job.name());
    answer.put("position", positions.of(job));
    answer.put("queued_at", job.spec().queuedAt());
    if (!(job.state() instanceof Queued queued)) {
      answer.put("reason", job.state().stage());
      return answer;
    }
    WaitCause cause = causes.of(job);
    answer.put("reason", word(cause));
    if (cause instanceof WaitCause.Unschedulable never && never.why().missing() != null) {
      answer.put("missing", never.why().missing());
    } else if (cause instanceof WaitCause.Unhealthy unhealthy) {
      answer.put("missing", BarrierPhrases.fits(unhealthy));
    }
    if (queued.resting()) {
      answer.put("backed_off_until", job.scheduleAfter());
    }
    return answer;
  }

  private static String word(WaitCause cause) {
    return switch (cause) {
      case WaitCause.Unschedulable never -> never.why().reason().name();
      case WaitCause.Unhealthy _ -> "UNHEALTHY";
      case WaitCause.BackedOff _ -> "BACKED_OFF";
      case WaitCause.NextIteration _ -> "NEXT_ITERATION";
      case WaitCause.NoFreeBot _ -> "NO_FREE_BOT";
      case WaitCause.QuotaUsedUp _ -> "QUOTA";
    };
  }

  /**
   * Why many jobs wait. To tell it of one, its bots are counted; those with the same needs wait
   * alike.
   */
  static final class WaitCauses {
    private final BotsState state;
    private final Map<JobBin.Key, WaitCause> known = new HashMap<>();

    WaitCauses(BotsState state) {
      this.state = state;
    }

    WaitCause of(Job job) {
      return ((Queued) job.state()).resting()
          ? WaitCause.of(state, job)
          : known.computeIfAbsent(JobBin.Key.of(job.spec()), _ -> WaitCause.of(state, job));
    }
  }
}
