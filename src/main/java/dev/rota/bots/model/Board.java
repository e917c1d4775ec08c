package dev.rota.bots.model;

import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
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
 * Indexes queued jobs by what they need, and free bots by what they can do.
 *
 * <p><b>Problem.</b> Whenever a bot is free or a job comes, the next job to run must be found: of
 * all jobs that some free bot may run, the first by the pass of its quotas, then by priority or by
 * age (bots 3). A bot may run a job if it is of the job's pool, has all properties that the job
 * needs, and quotas permit it. A grid may have a million jobs and thousands of bots, and most jobs
 * wait because no bot fits. To try jobs with bots costs their product for each assignment.
 *
 * <p><b>Idea.</b> A million jobs want few different things. Jobs with equal instance, label and
 * properties wait in one {@link JobBin}; bots with equal pool, properties and cohort are one {@link
 * BotClass}. Whether a class can serve a bin depends on these alone, so it is worked out once, when
 * the later of the two appears, and kept as a {@link BinMatch} with the quota that counts. Jobs of
 * a bin differ in their order, and in the bot that they hint at; free bots of a class in their
 * rank. So an assignment compares the heads of bins.
 *
 * <pre>
 *  bins: jobs by priority, then age          classes: free bots, the best first
 *
 *  main, builds, {os=linux}                  x, {os=linux}, cohort ci
 *    parked  0: j4 j9 …   5: j7  ──── match ──▶ b3 b8 …           by hint: h1 → b8
 *    polled  none                ──┐
 *                                  └─ match ─┐
 *  main, builds, {gpu, os=linux}             ├▶ x, {gpu, os=linux}, cohort ci
 *    parked  0: j5 j6            ──── match ─┘  none is free
 * </pre>
 *
 * <p><b>Steps.</b>
 *
 * <ol>
 *   <li>A queued job enters the bin of its key. A new bin is matched with each class. A job is
 *       parked, or polled where an assigner considers it at each iteration; {@link JobQueue}
 *       decides which, and keeps jobs that back off to itself.
 *   <li>A bot joins the class of its key. A new class is matched with each bin. Before anything
 *       changes that the bot's rank depends on it is hidden, and then added again at its new rank
 *       if it is free: a sorted set must not change under its elements.
 *   <li>An assignment visits the matches of bins with parked jobs and classes with free bots
 *       ({@link #forEachHelped}), from whichever of the two are fewer, and keeps the first head
 *       whose quotas are open. The best bot is the first of that bin's classes, or of those with
 *       the job's hint; a policy may sample them ({@code BotChoice}).
 *   <li>An emptied bin stays, since jobs that want the same come again. When there are too many,
 *       all empty ones are dropped. A class ends with its last bot.
 * </ol>
 *
 * <p><b>Why it is right.</b> The board is a function of jobs, bots, quotas and policy, and is
 * rebuilt from them when a lane is opened and when the policy, and its quotas with it, change
 * ({@link BotsState#sortAnew}). Only the numbers of bins and classes depend on history. They order
 * the visits, and no result depends on that: an assignment keeps the least of a total order, since
 * tickets differ. {@link #waiting} has the bins with a job and {@link #open} the classes with a
 * free bot. {@code BotsInvariants} checks that, and that no eligible job waits while a bot that
 * fits is free, by trying every job with every bot. {@code BotsOracleTest} plays the same histories
 * to an engine that knows no bins, and {@code BotsLawsTest} reopens lanes.
 *
 * <p><b>Cost.</b> An assignment visits matches, however many jobs wait behind the heads. (A bot
 * that fetches jobs itself tests them one by one.) To enter or leave a bin costs a look in a hash
 * table, and constant time at either end of its line ({@link IndexedQueue}); among free bots a bot
 * costs a logarithm. A new bin costs one test for each class, a new class one for each bin. Memory
 * is one match for each pair that fits.
 *
 * <p><b>Rejected.</b> <i>Matches looked up at each assignment</i>: bins and classes appear rarely,
 * and quotas are looked up for each match. <i>A list of jobs for each property</i>: a bot must have
 * all that a job needs, so lists would be intersected for each bot. <i>A tree for the jobs of a
 * bin</i>: most come at the end of the line and leave from its head. <i>An empty bin dropped at
 * once</i>: a job that comes alone, again and again, would match all classes each time.
 */
public final class Board {
  /** Limits how many empty bins are kept for reuse. */
  private static final int SPARE_MAX = 4096;

  private final GridPolicy policy;
  private final Map<String, Map<String, QuotaRow>> quotas;
  private final RulesVersion version;
  private final Map<JobBin.Key, JobBin> binsByKey = new HashMap<>();
  private final Map<BotClass.Key, BotClass> classesByKey = new HashMap<>();
  private List<JobBin> bins = new ArrayList<>();
  private List<BotClass> classes = new ArrayList<>();
  private final TreeSet<JobBin> waiting = new TreeSet<>(Comparator.comparingInt(bin -> bin.id));
  private final TreeSet<BotClass> open = new TreeSet<>(Comparator.comparingInt(kind -> kind.id));
  private int ids;

  Board(GridPolicy policy, Map<String, Map<String, QuotaRow>> quotas, RulesVersion version) {
    this.policy = policy;
    this.quotas = quotas;
    this.version = version;
  }

  /** Visits each match of a bin with parked jobs and a class with a free bot. */
  public void forEachHelped(Consumer<BinMatch> taker) {
    if (open.size() <= waiting.size()) { // iterates over the smaller set
      for (BotClass kind : open) {
        for (BinMatch match : kind.matches) {
          if (!match.bin().parked.isEmpty()) {
            taker.accept(match);
          }
        }
      }
    } else {
      for (JobBin bin : waiting) {
        if (!bin.parked.isEmpty()) {
          for (BinMatch match : bin.matches) {
            if (!match.kind().free.isEmpty()) {
              taker.accept(match);
            }
          }
        }
      }
    }
  }

  /** Bins with at least one job. */
  public SortedSet<JobBin> waiting() {
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
  public JobBin bin(JobBin.Key key) {
    return binsByKey.get(key);
  }

  /** Returns the bin for the key. If none is kept, returns a temporary one that is not indexed. */
  public JobBin asBin(JobBin.Key key) {
    JobBin known = bin(key);
    if (known != null) {
      return known;
    }
    JobBin bin = bin(ids, key);
    for (BotClass kind : classes) {
      if (kind.reaches(bin)) {
        bin.matches.add(BinMatch.of(policy, bin, kind));
      }
    }
    return bin;
  }

  private JobBin bin(int id, JobBin.Key key) {
    return new JobBin(
        id,
        key,
        policy.pool(key.instance()),
        policy.cohortWith(key.label()),
        policy.serves(key.instance()),
        shares(key));
  }

  private List<CohortShare> shares(JobBin.Key key) {
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

  private JobBin newBin(JobBin.Key key) {
    if (bins.size() >= 2 * (SPARE_MAX + waiting.size())) {
      dropEmptyBins();
    }
    JobBin bin = bin(ids++, key);
    binsByKey.put(key, bin);
    bins.add(bin);
    for (BotClass kind : classes) {
      match(bin, kind);
    }
    return bin;
  }

  private void match(JobBin bin, BotClass kind) {
    if (kind.reaches(bin)) {
      BinMatch match = BinMatch.of(policy, bin, kind);
      kind.matches.add(match);
      bin.matches.add(match);
    }
  }

  private void dropEmptyBins() {
    List<JobBin> kept = new ArrayList<>();
    for (JobBin bin : bins) {
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
    JobBin.Key key = JobBin.Key.of(job.spec);
    JobBin known = bin(key);
    JobBin bin = known == null ? newBin(key) : known;
    if (bin.isEmpty()) {
      waiting.add(bin);
    }
    bin.add(job);
    job.queued().bin = bin;
  }

  void leave(Job job) {
    JobBin bin = job.queued().bin;
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
            : quotas.computeIfAbsent(key.cohort(), _ -> new HashMap<>());
    BotClass kind =
        new BotClass(ids++, key, new HashSet<>(policy.labelsOf(key.cohort())), ofCohort, version);
    classesByKey.put(key, kind);
    classes.add(kind);
    for (JobBin bin : bins) {
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
    bot.rank = ScoringFormula.rank(policy.scoring(), bot);
    if (bot.isFree()) {
      if (bot.kind.free.isEmpty()) {
        open.add(bot.kind);
      }
      bot.kind.putFree(bot);
    }
  }
}
