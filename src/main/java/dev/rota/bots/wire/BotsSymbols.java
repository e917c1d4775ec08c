package dev.rota.bots.wire;

import dev.rota.bots.BotReason;
import dev.rota.bots.BotStatus;
import dev.rota.bots.JobReason;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyReason;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.bots.Strategy;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.RefusalReason;

/** Maps enums to and from schema symbols. The compiler checks that the mapping is complete. */
final class BotsSymbols {
  private BotsSymbols() {}

  static BotHealth of(BotStatus status) {
    return switch (status) {
      case UNKNOWN -> BotHealth.UNKNOWN;
      case UNSPECIFIED -> BotHealth.UNSPECIFIED;
      case OK -> BotHealth.OK;
      case UNHEALTHY -> BotHealth.UNHEALTHY;
      case HOST_REBOOTING -> BotHealth.HOST_REBOOTING;
      case BOT_TERMINATING -> BotHealth.BOT_TERMINATING;
    };
  }

  static Reported of(ReportedState state) {
    return switch (state) {
      case UNKNOWN -> Reported.UNKNOWN;
      case PENDING -> Reported.PENDING;
      case ACTIVE -> Reported.ACTIVE;
      case COMPLETED -> Reported.COMPLETED;
      case CANCELLED -> Reported.CANCELLED;
    };
  }

  static GrpcStatus of(StatusCode code) {
    return switch (code) {
      case UNKNOWN -> GrpcStatus.UNKNOWN;
      case OK -> GrpcStatus.OK;
      case CANCELLED -> GrpcStatus.CANCELLED;
      case INVALID_ARGUMENT -> GrpcStatus.INVALID_ARGUMENT;
      case DEADLINE_EXCEEDED -> GrpcStatus.DEADLINE_EXCEEDED;
      case NOT_FOUND -> GrpcStatus.NOT_FOUND;
      case ALREADY_EXISTS -> GrpcStatus.ALREADY_EXISTS;
      case PERMISSION_DENIED -> GrpcStatus.PERMISSION_DENIED;
      case UNAUTHENTICATED -> GrpcStatus.UNAUTHENTICATED;
      case RESOURCE_EXHAUSTED -> GrpcStatus.RESOURCE_EXHAUSTED;
      case FAILED_PRECONDITION -> GrpcStatus.FAILED_PRECONDITION;
      case ABORTED -> GrpcStatus.ABORTED;
      case OUT_OF_RANGE -> GrpcStatus.OUT_OF_RANGE;
      case UNIMPLEMENTED -> GrpcStatus.UNIMPLEMENTED;
      case INTERNAL -> GrpcStatus.INTERNAL;
      case UNAVAILABLE -> GrpcStatus.UNAVAILABLE;
      case DATA_LOSS -> GrpcStatus.DATA_LOSS;
    };
  }

  static Strategy of(MatchStrategy found) {
    return switch (found) {
      case CAPACITY -> Strategy.CAPACITY;
      case LOCALITY -> Strategy.LOCALITY;
      case PROACTIVE -> Strategy.PROACTIVE;
      case PREEMPTION -> Strategy.PREEMPTION;
    };
  }

  static LeaseState of(LeaseEnd ending) {
    return switch (ending) {
      case EVICTED -> LeaseState.EVICTED;
      case EXPIRED -> LeaseState.EXPIRED;
      case CANCELLED -> LeaseState.CANCELLED;
      case COMPLETED -> LeaseState.COMPLETED;
    };
  }

  static JobReason ofJob(RefusalReason reason) {
    return switch (reason) {
      case DUPLICATE -> JobReason.DUPLICATE;
      case CONFLICT -> JobReason.CONFLICT;
      case NOT_FOUND -> JobReason.NOT_FOUND;
      case INVALID_ARGUMENT -> JobReason.INVALID_ARGUMENT;
      case FAILED_PRECONDITION -> JobReason.FAILED_PRECONDITION;
      case RESOURCE_EXHAUSTED -> JobReason.RESOURCE_EXHAUSTED;
      case INVALID_TRANSITION -> JobReason.INVALID_TRANSITION;
      case OUT_OF_RANGE, UNSUPPORTED_VALUE, SESSION_MISMATCH -> throw unfit(reason, "job");
    };
  }

  static BotReason ofBot(RefusalReason reason) {
    return switch (reason) {
      case NOT_FOUND -> BotReason.NOT_FOUND;
      case INVALID_ARGUMENT -> BotReason.INVALID_ARGUMENT;
      case FAILED_PRECONDITION -> BotReason.FAILED_PRECONDITION;
      case OUT_OF_RANGE -> BotReason.OUT_OF_RANGE;
      case UNSUPPORTED_VALUE -> BotReason.UNSUPPORTED_VALUE;
      case SESSION_MISMATCH -> BotReason.SESSION_MISMATCH;
      case DUPLICATE, CONFLICT, RESOURCE_EXHAUSTED, INVALID_TRANSITION ->
          throw unfit(reason, "bot");
    };
  }

  static PolicyReason ofPolicy(RefusalReason reason) {
    return switch (reason) {
      case NOT_FOUND -> PolicyReason.NOT_FOUND;
      case INVALID_ARGUMENT -> PolicyReason.INVALID_ARGUMENT;
      case OUT_OF_RANGE -> PolicyReason.OUT_OF_RANGE;
      case UNSUPPORTED_VALUE -> PolicyReason.UNSUPPORTED_VALUE;
      case DUPLICATE,
          CONFLICT,
          FAILED_PRECONDITION,
          RESOURCE_EXHAUSTED,
          INVALID_TRANSITION,
          SESSION_MISMATCH ->
          throw unfit(reason, "policy");
    };
  }

  static JobReason ofJob(BotsReason reason) {
    return switch (reason) {
      case NO_BOT -> JobReason.NO_BOT;
      case NO_FITTING_BOT -> JobReason.NO_FITTING_BOT;
      case NOT_SERVED -> JobReason.NOT_SERVED;
      case NO_COHORT -> JobReason.NO_COHORT;
      case NO_QUOTA -> JobReason.NO_QUOTA;
      case MAX_QUOTA -> JobReason.MAX_QUOTA;
      case LEASE_FAILED -> JobReason.LEASE_FAILED;
      case BOT_LOST -> JobReason.BOT_LOST;
      case BOT_CLOSED -> JobReason.BOT_CLOSED;
      case REGISTERED_AGAIN -> JobReason.REGISTERED_AGAIN;
      case PROTOCOL_VIOLATED -> JobReason.PROTOCOL_VIOLATED;
      case RETRIES_EXHAUSTED -> JobReason.RETRIES_EXHAUSTED;
      case EXECUTION_LIMIT -> JobReason.EXECUTION_LIMIT;
      case QUEUE_LIMIT -> JobReason.QUEUE_LIMIT;
      case OPERATIONS_CANCELLED -> JobReason.OPERATIONS_CANCELLED;
      case OPERATIONS_LEFT -> JobReason.OPERATIONS_LEFT;
      case AGE -> JobReason.AGE;
      case PRIORITY, BELOW_MINIMUM, BELOW_MAXIMUM, FETCHED, PREEMPTED, REPORTED ->
          throw unfit(reason, "job");
    };
  }

  static LeaseReason ofLease(BotsReason reason) {
    return switch (reason) {
      case BOT_LOST -> LeaseReason.BOT_LOST;
      case BOT_CLOSED -> LeaseReason.BOT_CLOSED;
      case REGISTERED_AGAIN -> LeaseReason.REGISTERED_AGAIN;
      case PROTOCOL_VIOLATED -> LeaseReason.PROTOCOL_VIOLATED;
      case EXECUTION_LIMIT -> LeaseReason.EXECUTION_LIMIT;
      case OPERATIONS_CANCELLED -> LeaseReason.OPERATIONS_CANCELLED;
      case AGE -> LeaseReason.AGE;
      case PRIORITY -> LeaseReason.PRIORITY;
      case BELOW_MINIMUM -> LeaseReason.BELOW_MINIMUM;
      case BELOW_MAXIMUM -> LeaseReason.BELOW_MAXIMUM;
      case FETCHED -> LeaseReason.FETCHED;
      case PREEMPTED -> LeaseReason.PREEMPTED;
      case REPORTED -> LeaseReason.REPORTED;
      case NO_BOT,
          NO_FITTING_BOT,
          NOT_SERVED,
          NO_COHORT,
          NO_QUOTA,
          MAX_QUOTA,
          LEASE_FAILED,
          RETRIES_EXHAUSTED,
          QUEUE_LIMIT,
          OPERATIONS_LEFT ->
          throw unfit(reason, "lease");
    };
  }

  private static IllegalArgumentException unfit(Enum<?> reason, String of) {
    return new IllegalArgumentException(reason + " is no reason of a " + of);
  }
}
