package dev.rota.bots.model;

import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.table.NameTable;
import java.util.ArrayList;
import java.util.List;

/** All bots of a grid, by name and by expiry time. */
final class BotIndex {
  private final NameTable<Bot> byName = new NameTable<>();
  private final Timeline<Bot> byExpiry;

  BotIndex(RulesVersion version) {
    byExpiry = new Timeline<>(version.texts());
  }

  Bot get(String name) {
    return byName.get(name);
  }

  Timeline<Bot> byExpiry() {
    return byExpiry;
  }

  /** Returns all bots, sorted by name. */
  List<Bot> all() {
    return new ArrayList<>(byName.sorted().values());
  }

  void add(Bot bot) {
    byName.put(bot.name(), bot);
    bot.mark = byExpiry.add(bot.expiresAt, bot.name(), bot);
  }

  void prolong(Bot bot, long expiresAt) {
    byExpiry.remove(bot.mark);
    bot.expiresAt = expiresAt;
    bot.mark = byExpiry.add(expiresAt, bot.name(), bot);
  }

  void remove(Bot bot) {
    byExpiry.remove(bot.mark);
    byName.remove(bot.name());
  }
}
