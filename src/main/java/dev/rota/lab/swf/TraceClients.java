package dev.rota.lab.swf;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.domains.Domains;

/** The events of a grid's clients and bots, as lines. */
final class TraceClients {
  private static final String JOBS = Domains.inputTopic("JobEvent");
  private static final String HEARTBEATS = Domains.inputTopic("BotHeartbeat");
  private static final String POLICIES = Domains.inputTopic("BotPolicy");

  /** A century: bots of a trace are never lost, and its jobs have no time limit. */
  private static final long NEVER_MILLIS = 36_500L * 86_400_000;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final String grid;

  TraceClients(String grid) {
    this.grid = grid;
  }

  /** The default policy without timeouts, evictions and repeated jobs. */
  Envelope policy(long atMillis) {
    ObjectNode value = value();
    value.put("keepaliveMs", NEVER_MILLIS);
    value.put("executionLimitMs", NEVER_MILLIS);
    value.put("priorityAgePreempts", false);
    value.put("completedRetentionMs", 0);
    return envelope(POLICIES, atMillis, value);
  }

  Envelope beat(String bot, long atMillis) {
    return envelope(HEARTBEATS, atMillis, value().put("bot", bot));
  }

  Envelope done(String bot, String name, int attempt, SwfJob job, long atMillis) {
    ObjectNode value = value().put("bot", bot);
    ObjectNode lease = value.putArray("leases").addObject();
    lease.put("job", name).put("state", "COMPLETED").put("attempt", attempt);
    if (job.status() == SwfJob.CANCELLED) {
      lease.put("code", "CANCELLED");
    } else if (job.status() == SwfJob.FAILED) {
      lease.put("exitCode", 1);
    }
    return envelope(HEARTBEATS, atMillis, value);
  }

  Envelope submitted(String name, SwfJob job, long atMillis) {
    ObjectNode value = value();
    ObjectNode submitted = value.putObject("event").putObject("Submitted");
    submitted.put("job", name).put("instance", instance(job));
    submitted.put("priority", Math.max(0, job.queue()));
    if (job.executable() >= 0) {
      submitted.put("localityHint", "app-" + job.executable());
    }
    if (job.requestedMillis() >= 0) {
      submitted.put("timeoutMs", job.requestedMillis());
    }
    return envelope(JOBS, atMillis, value);
  }

  private static String instance(SwfJob job) {
    if (job.group() >= 0) {
      return "group-" + job.group();
    }
    return job.user() >= 0 ? "user-" + job.user() : "";
  }

  private ObjectNode value() {
    return JSON.objectNode().put("grid", grid);
  }

  private Envelope envelope(String topic, long atMillis, ObjectNode value) {
    return new Envelope(EnvelopeMetadata.of(topic, grid, atMillis), value);
  }
}
