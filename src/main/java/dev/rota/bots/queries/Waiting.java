package dev.rota.bots.queries;

import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.Match;
import dev.rota.bots.rules.Tier;
import dev.rota.bots.rules.UnschedulableReason;
import java.util.Map;
import java.util.TreeMap;

/** Explains why a job waits. */
final class Waiting {
  static final String BACKED_OFF = "BACKED_OFF";
  static final String NEXT_ITERATION = "NEXT_ITERATION";
  static final String NO_FREE_BOT = "NO_FREE_BOT";
  static final String QUOTA = "QUOTA";

  private Waiting() {}

  static Map<String, Object> explain(BotsState state, Job job, Positions positions) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("job", job.name());
    answer.put("position", positions.of(job));
    answer.put("queued_at", job.spec().queuedAt());
    if (!(job.state() instanceof Queued queued)) {
      answer.put("reason", job.state().stage());
      return answer;
    }
    UnschedulableReason never = UnschedulableReason.of(state, job.spec());
    UnschedulableReason why =
        never == null ? UnschedulableReason.unhealthy(state, job.spec()) : never;
    answer.put("reason", why == null ? reason(state, queued) : why.reason().name());
    if (why != null && why.missing() != null) {
      answer.put("missing", why.missing());
    }
    if (queued.resting()) {
      answer.put("backed_off_until", job.scheduleAfter());
    }
    return answer;
  }

  /** Returns what a job that could run waits for. */
  static String reason(BotsState state, Queued job) {
    if (job.resting()) {
      return BACKED_OFF;
    }
    boolean open = false;
    for (Match match : job.bin().matches()) {
      boolean may = isOpen(state, match);
      if (may && !match.kind().free().isEmpty()) {
        return NEXT_ITERATION;
      }
      open |= may;
    }
    return open ? NO_FREE_BOT : QUOTA;
  }

  private static boolean isOpen(BotsState state, Match match) {
    return Tier.of(state.policy(), match) != Tier.CLOSED;
  }
}
