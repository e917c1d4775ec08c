package dev.rota.chunks.rules;

import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.chunks.values.UptimeTerms;
import dev.rota.chunks.values.WorkerUptime;
import dev.rota.kernel.domain.DecimalText;
import java.time.Instant;

/**
 * The status of a worker, and the reason (rule 2).
 *
 * @param reason null if the worker is online
 * @param uptime as of now; null: nobody looks
 * @param until when its mark ends, or when its uptime is enough at the earliest; null: neither is
 *     known to come
 */
public record WorkerHealth(WorkerStatus status, String reason, WorkerUptime uptime, Long until) {
  /**
   * Judges a worker by its pings and its mark.
   *
   * @param mark null: it has none
   * @param latestEpoch the highest reported epoch of all workers, or null
   */
  static WorkerHealth of(
      WorkerNode.Heard heard,
      OperatorMark mark,
      NetworkPolicy policy,
      Long latestEpoch,
      long nowMillis) {
    Long lag = policy.health().maxEpochLag() < 0 ? null : (Long) policy.health().maxEpochLag();
    WorkerStatus.Limits limits =
        new WorkerStatus.Limits(
            nowMillis - policy.health().pingTimeout(),
            policy.health().staleBytes(),
            asked(heard, policy),
            WorkerStatus.Limits.leastEpoch(latestEpoch, lag));
    WorkerStatus.Ping ping =
        new WorkerStatus.Ping(
            heard.atMillis(),
            heard.stored() == null ? 0 : heard.stored(),
            heard.version(),
            heard.epoch(),
            heard.suspicious());
    WorkerStatus status = WorkerStatus.of(ping, limits);
    if (heard.uptime() != null && !heard.uptime().enough()) {
      status = worse(status, WorkerStatus.LOW_UPTIME);
    }
    if (mark != null) {
      status = worse(status, WorkerStatus.MARKED);
    }
    String reason =
        status == WorkerStatus.MARKED
            ? "marked: " + mark.reason()
            : reason(status, heard, limits, policy);
    return of(status, reason, heard, mark, policy, nowMillis);
  }

  /** Returns what a worker of the network was judged to be, with its uptime as of now. */
  public static WorkerHealth of(
      WorkerNode node, OperatorMark mark, NetworkPolicy policy, long nowMillis) {
    return of(node.status(), node.reason(), node.heard(), mark, policy, nowMillis);
  }

  private static WorkerHealth of(
      WorkerStatus status,
      String reason,
      WorkerNode.Heard heard,
      OperatorMark mark,
      NetworkPolicy policy,
      long nowMillis) {
    UptimeTerms terms = policy.uptime();
    WorkerUptime uptime =
        heard.uptime() == null ? null : heard.uptime().at(nowMillis, heard.atMillis(), terms);
    Long until =
        switch (status) {
          case LOW_UPTIME -> (Long) uptime.enoughAt(nowMillis, terms);
          case MARKED -> mark.until();
          case ONLINE, STALE_RPC, STALE, SUSPICIOUS, UNSUPPORTED_VERSION, OFFLINE -> null;
        };
    return new WorkerHealth(status, reason, uptime, until);
  }

  /** Returns the time until then; 0: it has come. */
  public long millisLeft(long nowMillis) {
    return Math.max(0, until - nowMillis);
  }

  private static WorkerStatus worse(WorkerStatus one, WorkerStatus other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** Returns the reason as it is told: how much is covered, and until when; null: it is online. */
  public String detail() {
    return switch (status) {
      case LOW_UPTIME ->
          reason
              + ": "
              + uptime.words()
              + "; enough at "
              + Instant.ofEpochMilli(until)
              + " at the earliest, if it pings on";
      case MARKED ->
          reason + "; until " + (until == null ? "it is lifted" : Instant.ofEpochMilli(until));
      case ONLINE, STALE_RPC, STALE, SUSPICIOUS, UNSUPPORTED_VERSION, OFFLINE -> reason;
    };
  }

  /** Without a setting, a worker that reports no version passes. */
  private static SoftwareVersion asked(WorkerNode.Heard heard, NetworkPolicy policy) {
    return policy.health().minVersion() != null || heard.said() == null
        ? policy.health().minVersion()
        : NetworkPolicy.USUAL_VERSION;
  }

  private static String reason(
      WorkerStatus status,
      WorkerNode.Heard heard,
      WorkerStatus.Limits limits,
      NetworkPolicy policy) {
    return switch (status) {
      case ONLINE -> null;
      case STALE_RPC -> "epoch " + heard.epoch() + ", at least " + limits.leastEpoch() + " asked";
      case STALE ->
          "stored " + heard.stored() + " bytes, at least " + limits.staleBytes() + " asked";
      case LOW_UPTIME ->
          "its pings cover less than "
              + DecimalText.text(policy.uptime().least())
              + " of the last "
              + policy.uptime().window()
              + " ms";
      case MARKED -> throw new IllegalStateException("the mark says why");
      case SUSPICIOUS -> "its ping says that it is suspicious";
      case UNSUPPORTED_VERSION ->
          "version " + heard.said() + ", at least " + limits.minVersion() + " asked";
      case OFFLINE -> "silent for more than " + policy.health().pingTimeout() + " ms";
    };
  }
}
