package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.JobState.Leased;
import java.util.Set;
import java.util.TreeSet;

/**
 * Section 8: detects heartbeats of a registered bot that change nothing and whose answer would
 * repeat the last one. A heartbeat without a session is always answered, because the bot may not
 * know its session.
 */
final class News {
  private News() {}

  /** True if the policy leaves the heartbeat unanswered. Call it before it is applied. */
  static boolean none(BotsView before, Bot bot, Heartbeat beat) {
    return !before.policy().beatsAnswered()
        && beat.session() != null
        && beat.health() == bot.health()
        && beat.capacity() == bot.capacity()
        && beat.priority() == bot.priority()
        && beat.instance().equals(bot.spec().instance())
        && beat.properties().equals(bot.spec().said())
        && bot.keepalive() == before.policy().limits().keepalive()
        && none(bot, beat);
  }

  /** True if the bot reports exactly the leases that it holds, all ACTIVE. */
  static boolean none(Bot bot, Heartbeat beat) {
    Set<String> reported = new TreeSet<>();
    for (Report report : beat.reports()) {
      Leased held = bot.held().get(report.job());
      if (report.state() != Reported.ACTIVE || held == null || !report.isOf(held)) {
        return false;
      }
      reported.add(report.job());
    }
    return reported.size() == bot.held().size();
  }
}
