package dev.rota.bots.model;

import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.Policy;
import dev.rota.bots.values.RulesVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Indexes queued jobs by requirement and free bots by capability. Rebuilt from jobs, bots, quotas
 * and the policy.
 */
public final class Board {
  /** Limits how many empty bins and classes are kept for reuse. */
  private static final int SPARE_MAX = 4096;

  private final Policy policy;
  private final Map<String, Map<String, QuotaRow>> quotas;
  private final RulesVersion version;
  private final Map<Bin.Key, Bin> binsByKey = new HashMap<>();
  private final Map<BotClass.Key, BotClass> classesByKey = new HashMap<>();
  private List<Bin> bins = new ArrayList<>();
  private List<BotClass> classes = new ArrayList<>();
  private final TreeSet<Bin> waiting = new TreeSet<>(Comparator.comparingInt(bin -> bin.id));
  private final TreeSet<BotClass> open = new TreeSet<>(Comparator.comparingInt(kind -> kind.id));
  private int ids;

  Board(Policy policy, Map<String, Map<String, QuotaRow>> quotas, RulesVersion version) {
    this.policy = policy;
    this.quotas = quotas;
    this.version = version;
  }

  /** Visits each match of a bin with parked jobs and a class with a free bot. */
  public void forEachHelped(Consumer<Match> taker) {
    if (open.size() <= waiting.size()) { // iterates over the smaller set
      for (BotClass kind : open) {
        for (Match match : kind.matches) {
          if (!match.bin().parked.isEmpty()) {
            taker.accept(match);
          }
        }
      }
    } else {
      for (Bin bin : waiting) {
        if (!bin.parked.isEmpty()) {
          for (Match match : bin.matches) {
            if (!match.kind().free.isEmpty()) {
              taker.accept(match);
            }
          }
        }
      }
    }
  }

  /** Bins with at least one job. */
  public SortedSet<Bin> waiting() {
    return waiting;
  }

  /** Classes with at least one free bot. */
  public SortedSet<BotClass> open() {
    return open;
  }

  public List<BotClass> classes() {
    return classes;
  }

  /** Returns the bin for the key, or null if none is kept. */
  public Bin bin(Bin.Key key) {
    return binsByKey.get(key);
  }

  /** Returns the bin for the key. If none is kept, returns a temporary one that is not indexed. */
  public Bin asBin(Bin.Key key) {
    Bin known = bin(key);
    if (known != null) {
      return known;
    }
    Bin bin = bin(ids, key);
    for (BotClass kind : classes) {
      if (kind.reaches(bin)) {
        bin.matches.add(Match.of(policy, bin, kind));
      }
    }
    return bin;
  }

  private Bin bin(int id, Bin.Key key) {
    return new Bin(
        id,
        key,
        policy.pool(key.instance()),
        policy.cohortWith(key.label()),
        policy.serves(key.instance()),
        shares(key));
  }

  private List<CohortShare> shares(Bin.Key key) {
    List<CohortShare> shares = new ArrayList<>();
    for (CohortLabels cohort : policy.tenancy().cohorts()) {
      QuotaRow quota = quotas.getOrDefault(cohort.name(), Map.of()).get(key.instance());
      if (quota != null && cohort.labels().contains(key.label())) {
        shares.add(new CohortShare(cohort.name(), quota));
      }
    }
    shares.sort(Comparator.comparing(CohortShare::cohort, version.texts()));
    return shares;
  }

  private Bin newBin(Bin.Key key) {
    if (bins.size() >= 2 * (SPARE_MAX + waiting.size())) {
      dropEmptyBins();
    }
    Bin bin = bin(ids++, key);
    binsByKey.put(key, bin);
    bins.add(bin);
    for (BotClass kind : classes) {
      match(bin, kind);
    }
    return bin;
  }

  private void match(Bin bin, BotClass kind) {
    if (kind.reaches(bin)) {
      Match match = Match.of(policy, bin, kind);
      kind.matches.add(match);
      bin.matches.add(match);
    }
  }

  private void dropEmptyBins() {
    List<Bin> kept = new ArrayList<>();
    for (Bin bin : bins) {
      if (bin.isEmpty()) {
        binsByKey.remove(bin.key);
      } else {
        kept.add(bin);
      }
    }
    bins = kept;
    classes.forEach(kind -> kind.matches.removeIf(match -> match.bin().isEmpty()));
  }

  void enter(Job job) {
    Bin.Key key = Bin.Key.of(job.spec);
    Bin known = bin(key);
    Bin bin = known == null ? newBin(key) : known;
    if (bin.isEmpty()) {
      waiting.add(bin);
    }
    bin.add(job);
    job.queued().bin = bin;
  }

  void leave(Job job) {
    Bin bin = job.queued().bin;
    bin.remove(job);
    job.queued().bin = null;
    if (bin.isEmpty()) {
      waiting.remove(bin);
    }
  }

  void join(Bot bot) {
    String pool =
        bot.spec.instance().equals(BotSpec.EVERYBODY)
            ? BotSpec.EVERYBODY
            : policy.pool(bot.spec.instance());
    BotClass.Key key = new BotClass.Key(pool, bot.spec.has(), bot.spec.cohort());
    BotClass kind = classesByKey.get(key);
    bot.kind = kind == null ? newClass(key) : kind;
    bot.kind.members.put(bot.name(), bot);
    refresh(bot);
  }

  private BotClass newClass(BotClass.Key key) {
    Map<String, QuotaRow> ofCohort =
        key.cohort() == null
            ? Map.of()
            : quotas.computeIfAbsent(key.cohort(), cohort -> new HashMap<>());
    BotClass kind =
        new BotClass(ids++, key, new HashSet<>(policy.labelsOf(key.cohort())), ofCohort, version);
    classesByKey.put(key, kind);
    classes.add(kind);
    for (Bin bin : bins) {
      match(bin, kind);
    }
    return kind;
  }

  void part(Bot bot) {
    BotClass kind = bot.kind;
    hide(bot);
    kind.members.remove(bot.name());
    if (kind.members.isEmpty()) {
      classesByKey.remove(kind.key);
      classes.remove(kind);
      kind.matches.forEach(match -> match.bin().matches.remove(match));
    }
  }

  /** Removes the bot from the free bots. Call it before a field that affects its rank changes. */
  void hide(Bot bot) {
    bot.kind.takeFree(bot);
    if (bot.kind.free.isEmpty()) {
      open.remove(bot.kind);
    }
  }

  /** Adds the bot to the free bots at its current rank, if it is free. */
  void refresh(Bot bot) {
    bot.rank = Scores.rank(policy.scoring(), bot);
    if (bot.isFree()) {
      if (bot.kind.free.isEmpty()) {
        open.add(bot.kind);
      }
      bot.kind.putFree(bot);
    }
  }
}
