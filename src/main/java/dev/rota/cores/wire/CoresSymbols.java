package dev.rota.cores.wire;

import dev.rota.cores.FreedReason;
import dev.rota.cores.OutcomeReason;
import dev.rota.cores.ParaKind;
import dev.rota.cores.Rules;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.RuleSet;

/** Maps enums to and from schema symbols. The compiler checks that the mapping is complete. */
final class CoresSymbols {
  private CoresSymbols() {}

  static Freeing of(FreedReason reason) {
    return switch (reason) {
      case UNKNOWN -> Freeing.UNKNOWN;
      case CONCLUDED -> Freeing.CONCLUDED;
      case TIMED_OUT -> Freeing.TIMED_OUT;
    };
  }

  static RuleSet of(Rules rules) {
    return switch (rules) {
      case UNKNOWN -> RuleSet.UNKNOWN;
      case GUIDE -> RuleSet.GUIDE;
      case RUNTIME -> RuleSet.RUNTIME;
    };
  }

  static ParaKind of(OccupantKind kind) {
    return switch (kind) {
      case PARACHAIN -> ParaKind.PARACHAIN;
      case PARATHREAD -> ParaKind.PARATHREAD;
    };
  }

  static OutcomeReason of(CoresReason reason) {
    return switch (reason) {
      case NOT_A_PARATHREAD -> OutcomeReason.NOT_A_PARATHREAD;
      case QUEUE_FULL -> OutcomeReason.QUEUE_FULL;
      case ALREADY_CLAIMED -> OutcomeReason.ALREADY_CLAIMED;
      case NOT_BACKED -> OutcomeReason.NOT_BACKED;
      case TIMED_OUT -> OutcomeReason.TIMED_OUT;
      case DISPUTED -> OutcomeReason.DISPUTED;
      case AVAILABLE -> OutcomeReason.AVAILABLE;
      case SESSION_CHANGE -> OutcomeReason.SESSION_CHANGE;
      case RETRIES_EXHAUSTED -> OutcomeReason.RETRIES_EXHAUSTED;
      case DEREGISTERED -> OutcomeReason.DEREGISTERED;
      case NO_PARATHREAD_CORES -> OutcomeReason.NO_PARATHREAD_CORES;
      case STALE_BLOCK -> OutcomeReason.STALE_BLOCK;
      case OUT_OF_RANGE -> OutcomeReason.OUT_OF_RANGE;
      case UNSUPPORTED_VALUE -> OutcomeReason.UNSUPPORTED_VALUE;
      case INVALID_CONFIGURATION -> OutcomeReason.INVALID_CONFIGURATION;
      case WOULD_ABORT -> OutcomeReason.WOULD_ABORT;
      case FROZEN -> OutcomeReason.FROZEN;
      case NO_SUCH_CORE -> OutcomeReason.NO_SUCH_CORE;
      case REPEATED -> OutcomeReason.REPEATED;
      case NOT_OCCUPIED -> OutcomeReason.NOT_OCCUPIED;
      case NOT_SCHEDULED -> OutcomeReason.NOT_SCHEDULED;
      case NOT_ASCENDING -> OutcomeReason.NOT_ASCENDING;
      case BEHIND_ANOTHER -> OutcomeReason.BEHIND_ANOTHER;
      case NOT_TIMED_OUT -> OutcomeReason.NOT_TIMED_OUT;
      case ALSO_A_PARATHREAD -> OutcomeReason.ALSO_A_PARATHREAD;
      // No session that is read from the topic is by coretime yet.
      case ASSIGNMENTS_EMPTY, DISALLOWED_INSERT, NOT_BY_CORETIME -> OutcomeReason.UNKNOWN;
      case SPOT_PRICE_HIGHER_THAN_MAX, CORE_BLOCKED -> OutcomeReason.UNKNOWN;
    };
  }
}
