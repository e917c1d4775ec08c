package dev.rota.bots.wire;

import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotReason;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyOutcome;
import dev.rota.bots.PolicyOutcomeKind;
import dev.rota.bots.PolicyReason;
import dev.rota.bots.Strategy;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsFact.PolicyApplied;
import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.values.Reason;
import dev.rota.domain.Output;
import dev.rota.domain.Output.Channel;
import java.util.List;

/** Facts that concern others, as records. */
final class Outbound {
  private Outbound() {}

  /** The record, or null when the fact is nobody's business. */
  static Output write(String grid, BotsFact fact) {
    if (fact instanceof LeaseStarted started) {
      return new Output(Channel.ASSIGNMENTS, lease(grid, started), fact.rule());
    }
    if (fact instanceof LeaseEnded ended) {
      return new Output(Channel.ASSIGNMENTS, lease(grid, ended), fact.rule());
    }
    Object event = JobOutcomes.of(fact);
    event = event == null ? bot(fact) : event;
    event = event == null ? policy(fact) : event;
    return event == null
        ? null
        : new Output(Channel.OUTCOMES, new GridOutcome(grid, fact.atMillis(), event), fact.rule());
  }

  private static Lease lease(String grid, LeaseStarted fact) {
    return new Lease(
        grid,
        fact.job().name(),
        fact.job().instance(),
        fact.bot(),
        fact.cohort(),
        LeaseState.ACTIVE,
        fact.attempt(),
        Strategy.valueOf(fact.found().name()),
        fact.score(),
        LeaseReason.valueOf(fact.reason().name()),
        null,
        fact.atMillis());
  }

  private static Lease lease(String grid, LeaseEnded fact) {
    return new Lease(
        grid,
        fact.job().name(),
        fact.job().instance(),
        fact.bot(),
        fact.cohort(),
        LeaseState.valueOf(fact.ending().name()),
        fact.attempt(),
        Strategy.valueOf(fact.found().name()),
        null,
        LeaseReason.valueOf(fact.reason().name()),
        fact.code() == null ? null : fact.code().name(),
        fact.atMillis());
  }

  private static BotOutcome bot(BotsFact fact) {
    if (fact instanceof BotRegistered f) {
      return new BotOutcome(
          f.bot().name(),
          f.bot().session(),
          BotOutcomeKind.REGISTERED,
          null,
          null,
          f.bot().cohort(),
          List.of(),
          f.expiresAt());
    }
    if (fact instanceof BotSynchronised f) {
      return new BotOutcome(
          f.bot(),
          f.session(),
          BotOutcomeKind.SYNCHRONISED,
          null,
          null,
          f.cohort(),
          f.leases(),
          f.expiresAt());
    }
    if (fact instanceof BotGone f) {
      BotReason reason =
          f.reason() == Reason.PROTOCOL_VIOLATED ? BotReason.PROTOCOL_VIOLATED : null;
      return new BotOutcome(
          f.bot(),
          f.session(),
          gone(f.reason()),
          reason,
          f.detail(),
          f.cohort(),
          List.of(),
          f.expiresAt());
    }
    if (fact instanceof BotRefused f) {
      return new BotOutcome(
          f.bot(),
          f.session(),
          BotOutcomeKind.REFUSED,
          BotReason.valueOf(f.reason().name()),
          f.detail(),
          null,
          List.of(),
          null);
    }
    return null;
  }

  private static BotOutcomeKind gone(Reason reason) {
    return switch (reason) {
      case BOT_LOST -> BotOutcomeKind.LOST;
      case REGISTERED_AGAIN -> BotOutcomeKind.REPLACED;
      case PROTOCOL_VIOLATED -> BotOutcomeKind.SESSION_CLOSED;
      default -> BotOutcomeKind.CLOSED;
    };
  }

  private static PolicyOutcome policy(BotsFact fact) {
    if (fact instanceof PolicyApplied) {
      return new PolicyOutcome(PolicyOutcomeKind.APPLIED, null, null);
    }
    if (fact instanceof PolicyRefused f) {
      return new PolicyOutcome(
          PolicyOutcomeKind.REFUSED, PolicyReason.valueOf(f.reason().name()), f.detail());
    }
    return null;
  }
}
