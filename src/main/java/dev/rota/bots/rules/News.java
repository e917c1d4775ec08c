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
 * Section 8: which heartbeats of a live bot say nothing new, nor would their answer. A bot that
 * names no session may not have heard of it yet, and is always told.
 */
final class News {
  private News() {}

  /** Whether the heartbeat, which has changed nothing yet, is one that the policy leaves silent. */
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

  /** Whether it reports exactly the leases that the bot holds, each of them as running. */
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
