package dev.rota.bots.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All bots of a grid, by name and by expiry time. */
final class Bots {
  private final Map<String, Bot> byName = new HashMap<>();
  private final Timeline<Bot> byExpiry = new Timeline<>();

  Bot get(String name) {
    return byName.get(name);
  }

  Timeline<Bot> byExpiry() {
    return byExpiry;
  }

  /** Returns all bots, sorted by name. */
  List<Bot> all() {
    return new ArrayList<>(new TreeMap<>(byName).values());
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
