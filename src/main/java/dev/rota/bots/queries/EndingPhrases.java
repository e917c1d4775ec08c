package dev.rota.bots.queries;

import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GrpcStatus;

/** How leases and jobs end, in words. */
final class EndingPhrases {
  private EndingPhrases() {}

  static String lease(LeaseEnded lease) {
    String code = lease.code() == null ? "" : " with " + lease.code();
    return lease.ending() + code + ", " + why(lease.reason());
  }

  static String job(JobEnded ended, GridLimits limits) {
    Over over = ended.over();
    String with = over.code() == null ? "" : " with " + over.code();
    boolean byClients = over.cancelled() && over.code() != GrpcStatus.DEADLINE_EXCEEDED;
    String what = (byClients ? "CANCELLED" : "COMPLETED") + with;
    if (ended.reason() == null) {
      return what + ", as its bot reports";
    }
    return what
        + switch (ended.reason()) {
          case EXECUTION_LIMIT -> ", it ran for " + limits.execution() + " ms";
          case QUEUE_LIMIT -> ", it waited for longer than " + limits.queueAge() + " ms";
          case RETRIES_EXHAUSTED ->
              ", " + limits.maxAttempts() + " of " + limits.maxAttempts() + " tries are used up";
          default -> ", " + why(ended.reason());
        };
  }

  static String why(BotsReason reason) {
    return switch (reason) {
      case REPORTED -> "as the bot reports";
      case LEASE_FAILED -> "the lease failed";
      case BOT_LOST -> "the bot was silent for too long";
      case BOT_CLOSED -> "the bot closes its session";
      case REGISTERED_AGAIN -> "the bot registers again";
      case PROTOCOL_VIOLATED -> "the bot broke the protocol";
      case OPERATIONS_CANCELLED -> "all its operations are cancelled";
      case EXECUTION_LIMIT -> "it ran for too long";
      default -> reason.name();
    };
  }
}
