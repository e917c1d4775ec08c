package dev.rota.bots.wire;

import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotReason;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyOutcome;
import dev.rota.bots.PolicyOutcomeKind;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.Awoken;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.Drawn;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsFact.Paused;
import dev.rota.bots.model.BotsFact.PolicyApplied;
import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsFact.RulesAdopted;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.BotsReason;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import java.nio.ByteBuffer;
import java.util.List;

/** Converts facts to output records. */
final class BotsOutputConverter {
  private BotsOutputConverter() {}

  /**
   * Returns the record, or null if the fact is not published.
   *
   * @param carries true if a lease carries session and work
   */
  static Output write(String grid, BotsFact fact, boolean carries) {
    return switch (fact) {
      case LeaseStarted f -> new Output(Channel.ASSIGNMENTS, lease(grid, f, carries), f.rule());
      case LeaseEnded f -> new Output(Channel.ASSIGNMENTS, lease(grid, f, carries), f.rule());
      case JobFact f -> JobOutcomes.of(grid, f);
      case BotRegistered f -> outcome(grid, f, registered(f), "bots 8");
      case BotSynchronised f -> outcome(grid, f, synchronised(f), "bots 8");
      case BotRefused f -> outcome(grid, f, refused(f), "bots 8");
      case BotGone f ->
          outcome(grid, f, gone(f), f.reason() == BotsReason.BOT_LOST ? "bots 10" : "bots 8");
      case PolicyApplied f ->
          outcome(grid, f, new PolicyOutcome(PolicyOutcomeKind.APPLIED, null, null), "bots 13");
      case PolicyRefused f -> outcome(grid, f, refused(f), "bots 13");
      case Awoken _, Drawn _, Paused _, BotRefreshed _, HintRemembered _, RulesAdopted _ -> null;
    };
  }

  /** Wraps an event in an outcome record. */
  static Output outcome(String grid, BotsFact fact, Object event, String rule) {
    return new Output(Channel.OUTCOMES, new GridOutcome(grid, fact.atMillis(), event), rule);
  }

  private static Lease lease(String grid, LeaseStarted fact, boolean carries) {
    return new Lease(
        grid,
        fact.job().name(),
        fact.job().instance(),
        fact.bot(),
        fact.cohort(),
        LeaseState.ACTIVE,
        fact.attempt(),
        BotsSymbols.of(fact.found()),
        fact.score(),
        BotsSymbols.ofLease(fact.reason()),
        null,
        fact.atMillis(),
        carries ? fact.session() : null,
        carries ? fact.job().action() : null,
        carries ? bytes(fact.job().payload()) : null);
  }

  private static Lease lease(String grid, LeaseEnded fact, boolean carries) {
    return new Lease(
        grid,
        fact.job().name(),
        fact.job().instance(),
        fact.bot(),
        fact.cohort(),
        BotsSymbols.of(fact.ending()),
        fact.attempt(),
        BotsSymbols.of(fact.found()),
        null,
        BotsSymbols.ofLease(fact.reason()),
        fact.code() == null ? null : fact.code().name(),
        fact.atMillis(),
        carries ? fact.session() : null,
        null,
        null);
  }

  /** Returns a view of the bytes, or null. */
  static ByteBuffer bytes(OpaqueBytes opaque) {
    return opaque == null ? null : ByteBuffer.wrap(opaque.content());
  }

  private static BotOutcome registered(BotRegistered f) {
    BotSpec bot = f.bot();
    return lives(
        bot.name(),
        bot.session(),
        BotOutcomeKind.REGISTERED,
        bot.cohort(),
        List.of(),
        f.expiresAt());
  }

  private static BotOutcome synchronised(BotSynchronised f) {
    return lives(
        f.bot(), f.session(), BotOutcomeKind.SYNCHRONISED, f.cohort(), f.leases(), f.expiresAt());
  }

  private static BotOutcome refused(BotRefused f) {
    BotReason reason = BotsSymbols.ofBot(f.reason());
    return new BotOutcome(
        f.bot(), f.session(), BotOutcomeKind.REFUSED, reason, f.detail(), null, List.of(), null);
  }

  private static BotOutcome lives(
      String bot,
      String session,
      BotOutcomeKind kind,
      String cohort,
      List<String> leases,
      long expiresAt) {
    return new BotOutcome(bot, session, kind, null, null, cohort, leases, expiresAt);
  }

  private static BotOutcome gone(BotGone f) {
    boolean violated = f.reason() == BotsReason.PROTOCOL_VIOLATED;
    return new BotOutcome(
        f.bot(),
        f.session(),
        gone(f.reason()),
        violated ? BotReason.PROTOCOL_VIOLATED : null,
        f.detail(),
        f.cohort(),
        List.of(),
        f.expiresAt());
  }

  private static BotOutcomeKind gone(BotsReason reason) {
    return switch (reason) {
      case BOT_LOST -> BotOutcomeKind.LOST;
      case REGISTERED_AGAIN -> BotOutcomeKind.REPLACED;
      case PROTOCOL_VIOLATED -> BotOutcomeKind.SESSION_CLOSED;
      case BOT_CLOSED -> BotOutcomeKind.CLOSED;
      default -> throw new IllegalArgumentException("no session ends by " + reason);
    };
  }

  private static PolicyOutcome refused(PolicyRefused f) {
    return new PolicyOutcome(
        PolicyOutcomeKind.REFUSED, BotsSymbols.ofPolicy(f.reason()), f.detail());
  }
}
