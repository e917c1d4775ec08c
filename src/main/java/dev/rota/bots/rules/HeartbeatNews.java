package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.GridPolicy;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Section 8: detects heartbeats of a registered bot whose answer would tell it nothing: they change
 * nothing, or are taken as they are said, as the policy has it. A heartbeat without a session is
 * always answered, because the bot may not know its session.
 */
final class HeartbeatNews {
  private static final Set<Reported> RUNNING = EnumSet.of(Reported.ACTIVE);
  private static final Set<Reported> RUN = EnumSet.of(Reported.ACTIVE, Reported.COMPLETED);

  private HeartbeatNews() {}

  /** True if the policy leaves the heartbeat unanswered. Call it before it is applied. */
  static boolean none(BotsView before, Bot bot, Heartbeat beat) {
    GridPolicy policy = before.policy();
    return switch (policy.beats()) {
      case ANSWERED -> false;
      case CHANGES ->
          isOfSession(policy, bot, beat)
              && beat.profile().equals(bot.profile())
              && holds(bot, beat, RUNNING);
      case DIFFERENCES ->
          isOfSession(policy, bot, beat)
              && beat.reports().size() == bot.held().size()
              && holds(bot, beat, RUN);
    };
  }

  /** The same, when it is applied: what it has fetched may be news. */
  static boolean noneAfter(BotsView after, Bot bot, Heartbeat beat) {
    return after.policy().beats() == GridPolicy.Beats.DIFFERENCES || holds(bot, beat, RUNNING);
  }

  /** True if it says what the session has and cannot change, and the bot knows its keepalive. */
  private static boolean isOfSession(GridPolicy policy, Bot bot, Heartbeat beat) {
    return beat.session() != null
        && beat.instance().equals(bot.spec().instance())
        && beat.properties().equals(bot.spec().said())
        && bot.keepalive() == policy.limits().keepalive();
  }

  /** True if the bot holds exactly the leases that it reports, each in one of these states. */
  private static boolean holds(Bot bot, Heartbeat beat, Set<Reported> states) {
    Set<String> reported = new HashSet<>();
    for (Report report : beat.reports()) {
      Leased held = bot.held().get(report.job());
      if (!states.contains(report.state()) || held == null || !report.isOf(held)) {
        return false;
      }
      reported.add(report.job());
    }
    return reported.size() == bot.held().size();
  }
}
