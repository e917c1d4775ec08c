package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.GridCounters;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.GridPolicy;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.table.Sha256;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All that a grid knows, by name, so that two of them can be compared. */
final class BotsWholeState {
  private BotsWholeState() {}

  static Map<String, Object> of(BotsState state) {
    Map<String, Object> jobs = new TreeMap<>();
    state.jobs().forEach(job -> jobs.put(job.name(), job(job)));
    Map<String, Object> bots = new TreeMap<>();
    state.allBots().forEach(bot -> bots.put(bot.name(), bot(state, bot)));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("jobs", jobs);
    answer.put("bots", bots);
    answer.put("quotas", GridQueries.quotas(state));
    answer.put("counters", counters(state.counters()));
    answer.put("policy", GridPolicy.FIELDS.told(state.policy()));
    return answer;
  }

  private static Map<String, Object> job(Job job) {
    Map<String, Object> answer = BotsAnswers.job(job);
    List<Object> operations = new ArrayList<>();
    for (ClientOperation operation : job.operations()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("operation", operation.name());
      one.put("cancelled", operation.cancelled());
      operations.add(one);
    }
    answer.put("operations", operations);
    answer.put("ticket", job.spec().ticket());
    answer.put("needs", job.spec().needs().byKey());
    answer.put("action", job.spec().action());
    answer.put("payload", told(job.spec().payload()));
    answer.put("cacheable", job.spec().cacheable());
    answer.put("timeout_ms", job.spec().timeoutMillis());
    answer.put("tried_at", job.triedAt() < 0 ? null : job.triedAt());
    answer.put("started_at", job.state() instanceof Leased lease ? lease.startedAt() : null);
    answer.put("strategy", job.state() instanceof Leased lease ? lease.found().name() : null);
    answer.put("completed_at", job.state() instanceof Over over ? over.completedAt() : null);
    answer.put("result", job.state() instanceof Over over ? told(over.result()) : null);
    return answer;
  }

  /** Size and digest: for whoever wants to know whether it is the one that was sent. */
  private static Map<String, Object> told(OpaqueBytes opaque) {
    if (opaque == null) {
      return null;
    }
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("bytes", opaque.content().length);
    told.put("sha256", HexFormat.of().formatHex(Sha256.of(opaque.content())));
    return told;
  }

  private static Map<String, Object> bot(BotsState state, Bot bot) {
    Map<String, Object> answer = BotsAnswers.bot(state, bot);
    answer.put("properties", bot.spec().said().byKey());
    answer.put("keepalive", bot.keepalive());
    return answer;
  }

  private static Map<String, Object> counters(GridCounters counters) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("tickets", counters.tickets());
    answer.put("sessions", counters.sessions());
    answer.put("draws", counters.draws());
    answer.put("awoken_at", counters.awokenAt());
    answer.put("next_iteration", counters.nextIteration());
    answer.put("idle_pause", counters.idlePause());
    return answer;
  }
}
