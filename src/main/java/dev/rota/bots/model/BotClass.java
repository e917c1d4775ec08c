package dev.rota.bots.model;

import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.values.SortedProperties;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Bots with equal pool, properties and cohort. */
public final class BotClass {
  /**
   * What the bots of a class have in common.
   *
   * @param pool {@code *} for all pools
   * @param cohort null if none
   */
  public record Key(String pool, SortedProperties has, String cohort) {}

  final int id;
  final Key key;

  final Set<String> cohortLabels;

  final Map<String, QuotaRow> quotas;

  final TreeMap<String, Bot> members;
  private final NavigableMap<String, Bot> membersToRead;
  final TreeSet<Bot> free;
  private final NavigableSet<Bot> freeToRead;

  /** Free bots by hint. */
  private final Map<String, TreeSet<Bot>> hinted = new HashMap<>();

  /** The bins of jobs that these bots can run. */
  final List<BinMatch> matches = new ArrayList<>();

  private final List<BinMatch> matchesToRead = Collections.unmodifiableList(matches);

  BotClass(
      int id,
      Key key,
      Set<String> cohortLabels,
      Map<String, QuotaRow> quotas,
      RulesVersion version) {
    this.id = id;
    this.key = key;
    this.cohortLabels = cohortLabels;
    this.quotas = quotas;
    this.members = new TreeMap<>(version.texts());
    this.membersToRead = Collections.unmodifiableNavigableMap(members);
    this.free = new TreeSet<>(Bot.bestFirst(version));
    this.freeToRead = Collections.unmodifiableNavigableSet(free);
  }

  public boolean reaches(JobBin bin) {
    return reaches(bin.pool, bin.key.needs());
  }

  public boolean reaches(String pool, SortedProperties needs) {
    return reaches(pool) && key.has.containsAll(needs);
  }

  public boolean reaches(String pool) {
    return key.pool.equals(BotSpec.EVERYBODY) || key.pool.equals(pool);
  }

  void putFree(Bot bot) {
    free.add(bot);
    for (String hint : bot.hints) {
      hinted.computeIfAbsent(hint, _ -> new TreeSet<>(free.comparator())).add(bot);
    }
  }

  void takeFree(Bot bot) {
    if (!free.remove(bot)) {
      return;
    }
    for (String hint : bot.hints) {
      TreeSet<Bot> bots = hinted.get(hint);
      if (bots != null && bots.remove(bot) && bots.isEmpty()) {
        hinted.remove(hint);
      }
    }
  }

  /** Returns the best free bot with the hint, or null. */
  public Bot bestHinted(String hint) {
    TreeSet<Bot> bots = hint == null ? null : hinted.get(hint);
    return bots == null ? null : bots.first();
  }

  public NavigableSet<Bot> free() {
    return freeToRead;
  }

  public NavigableMap<String, Bot> members() {
    return membersToRead;
  }

  /** The order of the bots' names. */
  public Comparator<? super String> names() {
    return members.comparator();
  }

  public List<BinMatch> matches() {
    return matchesToRead;
  }

  public Key key() {
    return key;
  }
}
