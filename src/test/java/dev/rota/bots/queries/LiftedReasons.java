package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.AlteredGrid;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.ScoringSettings;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.values.TenancySettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes a reason at its word: with exactly that lifted the rules decide otherwise, and without they
 * do not. It reads the sentences as a user does, and knows nothing of who wrote them.
 */
final class LiftedReasons {
  /** Of one reason: histories repeat themselves. */
  private static final int TRIES_MAX = 20;

  /** Iterations enough for backoffs. */
  private static final long AWHILE = 40_000;

  /**
   * A question: the grid, who waits, and the bot or the lease that is told of.
   *
   * @param fetched a bot that synchronises takes a job along: no assigner chooses
   */
  record Asked(
      BotsState grid,
      Job job,
      Bot bot,
      Leased victim,
      LeaseStarted lease,
      boolean fetched,
      long atMillis) {
    String instance() {
      return job.instance();
    }
  }

  @FunctionalInterface
  private interface Lift {
    void of(Asked asked, Matcher said);
  }

  private final Map<String, Lift> lifts = new TreeMap<>();
  private final Map<String, Integer> reached = new TreeMap<>();
  private final Map<String, Pattern> patterns = new TreeMap<>();
  private final Map<String, String> lies = new TreeMap<>();

  LiftedReasons() {
    ofBots();
    ofChoices();
    ofJobs();
    ofVictims();
  }

  /** By reason. */
  Map<String, String> lies() {
    return lies;
  }

  Set<String> unreached() {
    Set<String> unreached = new TreeSet<>(lifts.keySet());
    unreached.removeAll(reached.keySet());
    return unreached;
  }

  /** Each sentence is one that is known here. */
  void check(Asked asked, String why) {
    for (Map.Entry<String, Lift> one : lifts.entrySet()) {
      Matcher said = patterns.computeIfAbsent(one.getKey(), Pattern::compile).matcher(why);
      if (said.matches()) {
        if (reached.merge(one.getKey(), 1, Integer::sum) <= TRIES_MAX) {
          try {
            one.getValue().of(asked, said);
          } catch (AssertionError e) {
            lies.putIfAbsent(one.getKey(), "'" + why + "' of " + asked + ": " + e.getMessage());
          }
        }
        return;
      }
    }
    lies.put(why, "nobody knows how to lift it");
  }

  private void ofBots() {
    lifts.put(
        "serves instance (\\S+), not instance (\\S+)",
        (a, said) -> {
          assertThat(said.group(1)).isEqualTo(a.bot().spec().instance());
          assertThat(said.group(2)).isEqualTo(a.instance());
          placed(
              a,
              g -> twin(g, a, with(a.bot().spec().has(), a.job().spec().needs().pairs())),
              open(a.grid().policy()),
              t -> pools(t, List.of(List.of(said.group(1), said.group(2)))));
        });
    lifts.put("lacks (.*)", LiftedReasons::lacks);
    lifts.put(
        "the assigner does not serve instance (\\S+)",
        (a, said) -> {
          TenancySettings t = a.grid().policy().tenancy();
          assertThat(t.served()).isNotNull();
          TenancySettings served =
              new TenancySettings(t.cohorts(), List.of(), t.pools(), t.served());
          List<String> more = new ArrayList<>(t.served());
          more.add(said.group(1));
          placed(
              a,
              g -> twin(g, a, a.bot().spec().has()),
              of(a.grid().policy(), false, served),
              o -> new TenancySettings(o.cohorts(), o.quotas(), o.pools(), more));
        });
    lifts.put(
        "instance (\\S+) is at its maximum in cohort (\\S+) \\((\\d+) of (\\d+)\\)",
        (a, said) -> {
          int usage = a.grid().quotas().get(said.group(2), said.group(1)).usage();
          assertThat(said.group(3)).isEqualTo(Integer.toString(usage));
          QuotaBounds told = quota(a.grid().policy(), said.group(2), said.group(1));
          assertThat(said.group(4)).isEqualTo(Integer.toString(told.max()));
          QuotaBounds more = new QuotaBounds(told.cohort(), told.instance(), told.min(), usage + 1);
          placed(a, g -> twin(g, a), roomElsewhere(a, told.cohort()), t -> quota(t, more));
        });
    lifts.put(
        "cohort (\\S+) has no quota for instance (\\S+)",
        (a, said) -> {
          assertThat(quota(a.grid().policy(), said.group(1), said.group(2))).isNull();
          QuotaBounds more = new QuotaBounds(said.group(1), said.group(2), 0, 999);
          placed(a, g -> twin(g, a), roomElsewhere(a, said.group(1)), t -> quota(t, more));
        });
    lifts.put(
        "cohort (\\S+) does not have the label (\\S+)",
        (a, said) ->
            placed(
                a,
                g -> twin(g, a),
                roomElsewhere(a, null),
                t -> label(t, said.group(1), said.group(2))));
    lifts.put("is of no cohort", (a, _) -> ofNone(a, a.job().spec().label()));
    lifts.put("no cohort has the label (\\S+)", (a, said) -> ofNone(a, said.group(1)));
    lifts.put(
        "no cohort with label (\\S+) has room for instance (\\S+)",
        (a, said) -> {
          assertThat(said.group(2)).isEqualTo(a.instance());
          UnaryOperator<TenancySettings> room =
              t -> {
                TenancySettings all = t;
                for (CohortLabels one : t.cohorts()) {
                  if (one.labels().contains(said.group(1))) {
                    all = quota(all, new QuotaBounds(one.name(), said.group(2), 0, 999));
                  }
                }
                return all;
              };
          placed(a, g -> twin(g, a), plain(a.grid().policy()), room);
        });
    lifts.put(
        "its charge fails: instance (\\S+) is not below its minimum in cohort (\\S+)"
            + " \\((\\d+) of (\\d+)\\)",
        (a, said) -> {
          int usage = a.grid().quotas().get(said.group(2), said.group(1)).usage();
          assertThat(said.group(3)).isEqualTo(Integer.toString(usage));
          QuotaBounds told = quota(a.grid().policy(), said.group(2), said.group(1));
          assertThat(said.group(4)).isEqualTo(Integer.toString(told.min()));
          QuotaBounds more = new QuotaBounds(told.cohort(), told.instance(), usage + 1, usage + 9);
          placed(a, g -> twin(g, a), plain(a.grid().policy()), t -> quota(t, more));
        });
    lifts.put(
        "is (UNHEALTHY|UNSPECIFIED|BOT_TERMINATING|HOST_REBOOTING)",
        (a, said) -> {
          assertThat(said.group(1)).isEqualTo(a.bot().profile().health().toString());
          Consumer<AlteredGrid> well = g -> g.heard(a.bot().name(), BotHealth.OK, slots(a.bot()));
          flips(a, a.bot().name(), g -> alone(g, a), well, AWHILE, AWHILE);
        });
    lifts.put("is full: runs (.*)", LiftedReasons::full);
  }

  private static void full(Asked a, Matcher said) {
    List<String> runs = new ArrayList<>();
    a.bot()
        .held()
        .values()
        .forEach(lease -> runs.add(lease.job().name() + " since " + at(lease.startedAt())));
    assertThat(said.group(1)).isEqualTo(String.join(", ", runs));
    Consumer<AlteredGrid> more = g -> g.heard(a.bot().name(), BotHealth.OK, slots(a.bot()));
    flips(a, a.bot().name(), g -> alone(g, a), more, AWHILE, AWHILE);
  }

  private static void lacks(Asked a, Matcher said) {
    List<PropertyPair> lacks = new ArrayList<>();
    for (String pair : said.group(1).split(", ", -1)) {
      String[] two = pair.split("=", 2);
      lacks.add(new PropertyPair(two[0], two[1]));
    }
    SortedProperties has = a.bot().spec().has();
    assertThat(has.pairs()).doesNotContainAnyElementsOf(lacks);
    for (boolean given : List.of(false, true)) {
      AlteredGrid grid = new AlteredGrid(a.grid());
      grid.policy(open(a.grid().policy()));
      alone(grid, a);
      twin(grid, a, given ? with(has, lacks) : has);
      assertThat(gets(a, AlteredGrid.TWIN, grid, AWHILE)).as("given: %s", given).isEqualTo(given);
    }
  }

  /** The bot's cohort is none, or none has the label: with one that has, it is for the bot. */
  private static void ofNone(Asked a, String label) {
    if (ofSeveralAssigners(a.grid().policy(), a)) {
      return;
    }
    for (boolean given : List.of(false, true)) {
      GridPolicy policy = roomElsewhere(a, null);
      AlteredGrid grid = new AlteredGrid(a.grid());
      TenancySettings t = policy.tenancy();
      List<CohortLabels> cohorts = new ArrayList<>(t.cohorts());
      cohorts.add(new CohortLabels("~new", given ? List.of(label) : List.of("~other")));
      TenancySettings more = new TenancySettings(cohorts, t.quotas(), t.pools(), t.served());
      grid.policy(of(policy, true, quota(more, new QuotaBounds("~new", a.instance(), 0, 99))));
      alone(grid, a);
      grid.onlyBots(_ -> false);
      grid.twin(a.bot().spec().instance(), a.bot().spec().has(), "~new");
      assertThat(gets(a, AlteredGrid.TWIN, grid, AWHILE)).as("given: %s", given).isEqualTo(given);
    }
  }

  private void ofChoices() {
    lifts.put("is free; the job waits for an iteration", LiftedReasons::mayRun);
    lifts.put(
        "is free; the job backs off until (\\S+)",
        (a, said) -> {
          long until = millis(said.group(1)) - a.atMillis();
          Consumer<AlteredGrid> both = g -> alone(g, a);
          flips(a, a.bot().name(), both, _ -> {}, until - 1, until + AWHILE);
        });
    lifts.put(
        "its score of (\\S+) is lower than (\\S+)",
        (a, said) -> {
          assertThat(Double.parseDouble(said.group(1))).isEqualTo(score(a, a.bot()));
          assertThat(Double.parseDouble(said.group(2)))
              .isEqualTo(score(a, a.grid().bot(a.lease().bot())))
              .isGreaterThan(Double.parseDouble(said.group(1)));
          outdone(a);
        });
    lifts.put(
        "its score is the same, and (\\S+) is the smaller name",
        (a, said) -> {
          assertThat(said.group(1)).isEqualTo(a.lease().bot()).isLessThan(a.bot().name());
          assertThat(score(a, a.bot())).isEqualTo(score(a, a.grid().bot(said.group(1))));
          outdone(a);
        });
    lifts.put(
        "has a score of (\\S+), and was not in the sample",
        (a, said) -> {
          assertThat(a.grid().policy().scoring().sampleSize()).isPositive();
          assertThat(Double.parseDouble(said.group(1))).isEqualTo(score(a, a.bot()));
        });
    lifts.put(
        "does not have the hint (\\S+)",
        (a, said) -> {
          assertThat(a.bot().hints()).doesNotContain(said.group(1));
          assertThat(a.grid().bot(a.lease().bot()).hints()).contains(said.group(1));
          assertThat(a.job().spec().hint()).isEqualTo(said.group(1));
        });
    lifts.put(
        "comes in the second pass only: in cohort (\\S+) the instance is not below its minimum",
        (a, said) -> {
          assertThat(said.group(1)).isEqualTo(a.bot().spec().cohort());
          QuotaBounds told = quota(a.grid().policy(), said.group(1), a.instance());
          int usage = a.grid().quotas().get(said.group(1), a.instance()).usage();
          assertThat(usage).isGreaterThanOrEqualTo(told.min()).isLessThan(told.max());
        });
    lifts.put(
        "is free, and is not the one that synchronises",
        (a, _) -> assertThat(a.lease().found()).isEqualTo(MatchStrategy.PROACTIVE));
    lifts.put(
        "is not of cohort (\\S+)",
        (a, said) -> {
          assertThat(said.group(1)).isEqualTo(a.lease().cohort());
          assertThat(a.bot().spec().cohort()).isNotEqualTo(said.group(1));
        });
  }

  /**
   * ON_INTERVAL, the first cohort's assigner may back the job off, or fail to charge it, before the
   * next one looks: then it gets no bot, whatever it may have.
   */
  private static boolean ofSeveralAssigners(GridPolicy policy, Asked a) {
    return !policy.onEvent()
        && policy.byCohort()
        && policy.tenancy().cohorts().stream()
                .filter(cohort -> cohort.labels().contains(a.job().spec().label()))
                .count()
            > 1;
  }

  /** Both bots and nobody else: the chosen is chosen. Without it this one is. */
  private static void outdone(Asked a) {
    if (ofSeveralAssigners(a.grid().policy(), a)) {
      return;
    }
    String chosen = a.lease().bot();
    for (boolean gone : List.of(false, true)) {
      AlteredGrid grid = new AlteredGrid(a.grid());
      grid.keepWaiting(job -> job.name().equals(a.job().name()));
      grid.onlyBots(
          bot -> bot.name().equals(a.bot().name()) || (!gone && bot.name().equals(chosen)));
      ScoringSettings s = a.grid().policy().scoring();
      if (s.sampleSize() == 0) {
        LeaseStarted first = first(grid.decided(a.atMillis(), a.atMillis() + AWHILE));
        assertThat(first.bot()).isEqualTo(gone ? a.bot().name() : chosen);
      }
    }
  }

  private void ofJobs() {
    lifts.put(
        "(\\S+) goes first: instance (\\S+) is below its minimum, (\\S+) is not",
        (a, said) -> {
          assertThat(said.group(2)).isEqualTo(a.grid().job(said.group(1)).instance());
          assertThat(said.group(3)).isEqualTo(a.instance());
          first(a, said.group(1));
        });
    lifts.put(
        "(\\S+) goes first: priority (-?\\d+) before (-?\\d+)",
        (a, said) -> {
          int first = a.grid().job(said.group(1)).priority();
          assertThat(said.group(2)).isEqualTo(Integer.toString(first));
          assertThat(said.group(3)).isEqualTo(Integer.toString(a.job().priority()));
          assertThat(first).isLessThan(a.job().priority());
          first(a, said.group(1));
        });
    lifts.put(
        "(\\S+) goes first: queued at (\\S+), before (\\S+)",
        (a, said) -> {
          long first = a.grid().job(said.group(1)).queuedAt();
          assertThat(millis(said.group(2))).isEqualTo(first).isLessThan(a.job().queuedAt());
          assertThat(millis(said.group(3))).isEqualTo(a.job().queuedAt());
          first(a, said.group(1));
        });
    lifts.put(
        "(\\S+) goes first: submitted before (\\S+)",
        (a, said) -> {
          Job first = a.grid().job(said.group(1));
          assertThat(said.group(2)).isEqualTo(a.job().name());
          assertThat(first.queuedAt()).isEqualTo(a.job().queuedAt());
          assertThat(first.spec().ticket()).isLessThan(a.job().spec().ticket());
          first(a, said.group(1));
        });
    lifts.put(
        "(\\S+) is the one job that the iteration considered",
        (a, said) -> assertThat(said.group(1)).isEqualTo(a.lease().job().name()));
    lifts.put(
        "(\\S+) goes first when a lease of the bot has ended",
        (a, said) -> {
          assertThat(a.bot().isFree()).isFalse();
          assertThat(a.grid().job(said.group(1)).name()).isNotEqualTo(a.job().name());
        });
    lifts.put(
        "backs off until (\\S+)",
        (a, said) -> {
          assertThat(millis(said.group(1))).isEqualTo(a.job().scheduleAfter());
          long until = a.job().scheduleAfter() - a.atMillis();
          Consumer<AlteredGrid> both =
              g -> {
                alone(g, a);
                g.heard(a.bot().name(), BotHealth.OK, slots(a.bot()));
              };
          flips(a, a.bot().name(), both, _ -> {}, until - 1, until + AWHILE);
        });
    lifts.put("may run on it, and is not considered yet", LiftedReasons::mayRun);
    lifts.put("may run on it, and another bot goes first", LiftedReasons::mayRun);
    lifts.put(
        "is left to the assigner: its backoff is over",
        (a, _) -> assertThat(a.job().scheduleAfter()).isLessThan(a.atMillis()));
    lifts.put(
        "was tried again in this call",
        (a, _) -> assertThat(a.job().scheduleAfter()).isEqualTo(a.atMillis()));
    lifts.put(
        "instance (\\S+) has no room beside the bot's spare capacity",
        (a, said) -> assertThat(said.group(1)).isEqualTo(a.instance()));
  }

  private static void mayRun(Asked a, Matcher said) {
    if (ofSeveralAssigners(a.grid().policy(), a)) {
      return;
    }
    AlteredGrid grid = new AlteredGrid(a.grid());
    grid.policy(plain(a.grid().policy()));
    alone(grid, a);
    grid.heard(a.bot().name(), BotHealth.OK, slots(a.bot()));
    assertThat(gets(a, a.bot().name(), grid, AWHILE)).isTrue();
  }

  /** Of the two and the bot alone, the first gets it; without the first, the other does. */
  private static void first(Asked a, String winner) {
    if (a.fetched() || ofSeveralAssigners(a.grid().policy(), a)) {
      return;
    }
    for (boolean gone : List.of(false, true)) {
      AlteredGrid grid = new AlteredGrid(a.grid());
      GridPolicy policy = plain(a.grid().policy());
      boolean full = a.lease() == null && !a.bot().isFree();
      grid.policy(full ? withoutMaximums(policy) : policy);
      grid.keepWaiting(
          job -> job.name().equals(a.job().name()) || (!gone && job.name().equals(winner)));
      grid.onlyBots(bot -> bot.name().equals(a.bot().name()));
      if (a.lease() == null) {
        grid.heard(a.bot().name(), BotHealth.OK, slots(a.bot()));
      }
      LeaseStarted first = first(grid.decided(a.atMillis(), a.atMillis() + AWHILE));
      assertThat(first.job().name()).isEqualTo(gone ? a.job().name() : winner);
      assertThat(first.bot()).isEqualTo(a.bot().name());
    }
  }

  private void ofVictims() {
    lifts.put(
        "is of instance (\\S+) as well",
        (a, said) -> {
          assertThat(said.group(1)).isEqualTo(a.instance());
          evicts(
              a,
              t -> quota(t, new QuotaBounds(cohort(a), "~other", 0, 99)),
              t -> t,
              _ -> {},
              g -> g.leaseOf(name(a), "~other", a.job().spec().needs()));
        });
    lifts.put(
        "instance (\\S+) is not above its minimum in cohort (\\S+) \\((\\d+) of (\\d+)\\)",
        (a, said) -> {
          QuotaBounds told = quota(a.grid().policy(), said.group(2), said.group(1));
          int usage = a.grid().quotas().get(said.group(2), said.group(1)).usage();
          assertThat(said.group(3)).isEqualTo(Integer.toString(usage));
          assertThat(said.group(4)).isEqualTo(Integer.toString(told.min()));
          QuotaBounds less =
              new QuotaBounds(told.cohort(), told.instance(), usage - 1, Math.max(9, told.max()));
          evicts(a, t -> quota(evictable(a, t), told), t -> quota(t, less), _ -> {}, _ -> {});
        });
    lifts.put(
        "instance (\\S+) has no quota in cohort (\\S+)",
        (a, said) ->
            evicts(
                a,
                t -> none(evictable(a, t), said.group(2), said.group(1)),
                t -> quota(t, new QuotaBounds(said.group(2), said.group(1), 0, 99)),
                _ -> {},
                _ -> {}));
    lifts.put(
        "its bot (\\S+) is (UNHEALTHY|UNSPECIFIED|BOT_TERMINATING|HOST_REBOOTING)",
        (a, said) -> {
          assertThat(said.group(2)).isEqualTo(a.victim().bot().profile().health().toString());
          evicts(a, t -> evictable(a, t), t -> t, g -> sick(g, a), g -> well(g, a, said.group(1)));
        });
    lifts.put(
        "its bot (\\S+) does not serve instance (\\S+)",
        (a, said) -> {
          String serves = a.grid().bot(said.group(1)).spec().instance();
          List<List<String>> pool = List.of(List.of(serves, said.group(2)));
          evicts(a, t -> pools(evictable(a, t), t.pools()), t -> pools(t, pool), _ -> {}, _ -> {});
        });
    lifts.put(
        "its priority (-?\\d+) is not lower than (-?\\d+)",
        (a, said) -> {
          int victims = a.victim().job().priority();
          assertThat(said.group(1)).isEqualTo(Integer.toString(victims));
          assertThat(said.group(2)).isEqualTo(Integer.toString(a.job().priority()));
          evicts(a, null, t -> t, _ -> {}, g -> g.priority(a.job().name(), victims - 1));
        });
    lifts.put(
        "runs since (\\S+), less than (\\d+) ms",
        (a, said) -> {
          assertThat(millis(said.group(1))).isEqualTo(a.victim().startedAt());
          long ready = a.victim().startedAt() + Long.parseLong(said.group(2));
          long then = Math.max(ready, from(a));
          evicts(a, t -> t, t -> t, _ -> {}, _ -> {}, ready - 1, then);
        });
    lifts.put(
        "was evicted (\\d+) times? already",
        (a, said) -> {
          int times = a.victim().job().evictions();
          assertThat(said.group(1)).isEqualTo(Integer.toString(times));
          assertThat(times).isGreaterThanOrEqualTo(a.grid().policy().preempting().maxEvictions());
          int lifted = a.grid().policy().preempting().maxEvictions() - 1;
          evicts(a, t -> evictable(a, t), t -> t, _ -> {}, g -> g.evictions(name(a), lifted));
        });
    lifts.put("may be evicted", (a, _) -> assertThat(a.victim()).isNotNull());
    ofChosenVictims();
  }

  private void ofChosenVictims() {
    lifts.put(
        "(\\S+) is evicted first: priority (-?\\d+), not (-?\\d+)",
        (a, said) -> {
          int first = a.grid().job(said.group(1)).priority();
          assertThat(said.group(2)).isEqualTo(Integer.toString(first));
          assertThat(said.group(3)).isEqualTo(Integer.toString(a.victim().job().priority()));
          assertThat(first).isGreaterThan(a.victim().job().priority());
        });
    lifts.put(
        "(\\S+) is evicted first: queued at (\\S+), after (\\S+)",
        (a, said) -> {
          long first = a.grid().job(said.group(1)).queuedAt();
          long other = a.victim().job().queuedAt();
          assertThat(millis(said.group(2))).isEqualTo(first).isGreaterThan(other);
          assertThat(millis(said.group(3))).isEqualTo(other);
        });
    lifts.put(
        "(\\S+) is evicted first: submitted after (\\S+)",
        (a, said) -> {
          assertThat(said.group(2)).isEqualTo(name(a));
          assertThat(a.grid().job(said.group(1)).spec().ticket())
              .isGreaterThan(a.victim().job().spec().ticket());
        });
    lifts.put(
        "instance (\\S+) is not below its minimum in cohort (\\S+) \\((\\d+) of (\\d+)\\)",
        (a, said) -> {
          QuotaBounds told = quota(a.grid().policy(), said.group(2), said.group(1));
          int usage = a.grid().quotas().get(said.group(2), said.group(1)).usage();
          assertThat(said.group(1)).isEqualTo(a.instance());
          assertThat(said.group(3)).isEqualTo(Integer.toString(usage));
          assertThat(said.group(4)).isEqualTo(Integer.toString(told.min()));
          assertThat(usage).isGreaterThanOrEqualTo(told.min());
        });
    lifts.put(
        "may evict from (\\S+) on only",
        (a, said) -> {
          PreemptionSettings p = a.grid().policy().preempting();
          long from = a.job().queuedAt() + p.delay() + (p.exclusive() ? 1 : 0);
          assertThat(millis(said.group(1))).isEqualTo(from).isGreaterThan(a.atMillis());
        });
    lifts.put(
        "does not need what (\\S+) needs",
        (a, said) ->
            assertThat(a.grid().job(said.group(1)).spec().needs())
                .isNotEqualTo(a.job().spec().needs()));
    lifts.put("may not evict (\\S+): (.*)", (a, said) -> check(a, said.group(2)));
  }

  /** The job gets a bot like this one with exactly that lifted, and not without. */
  private static void placed(
      Asked a, Consumer<AlteredGrid> bots, GridPolicy policy, UnaryOperator<TenancySettings> lift) {
    GridPolicy other = of(policy, policy.byCohort(), lift.apply(policy.tenancy()));
    if (ofSeveralAssigners(policy, a) || ofSeveralAssigners(other, a)) {
      return;
    }
    for (boolean lifted : List.of(false, true)) {
      AlteredGrid grid = new AlteredGrid(a.grid());
      grid.policy(lifted ? other : plain(policy));
      alone(grid, a);
      bots.accept(grid);
      assertThat(gets(a, AlteredGrid.TWIN, grid, AWHILE))
          .as("lifted: %s", lifted)
          .isEqualTo(lifted);
    }
  }

  private static void flips(
      Asked a,
      String bot,
      Consumer<AlteredGrid> both,
      Consumer<AlteredGrid> lift,
      long without,
      long with) {
    if (ofSeveralAssigners(a.grid().policy(), a)) {
      return;
    }
    for (boolean lifted : List.of(false, true)) {
      AlteredGrid grid = new AlteredGrid(a.grid());
      grid.policy(plain(a.grid().policy()));
      both.accept(grid);
      if (lifted) {
        lift.accept(grid);
      }
      assertThat(gets(a, bot, grid, lifted ? with : without))
          .as("lifted: %s", lifted)
          .isEqualTo(lifted);
    }
  }

  /** With exactly that lifted the job evicts this lease, and not without. */
  private static void evicts(
      Asked a,
      UnaryOperator<TenancySettings> both,
      UnaryOperator<TenancySettings> lift,
      Consumer<AlteredGrid> before,
      Consumer<AlteredGrid> lifting) {
    long ready = a.victim().startedAt() + a.grid().policy().preempting().minimumRun();
    long until = Math.max(a.atMillis(), Math.max(ready, from(a)));
    evicts(a, both, lift, before, lifting, until, until);
  }

  private static void evicts(
      Asked a,
      UnaryOperator<TenancySettings> both,
      UnaryOperator<TenancySettings> lift,
      Consumer<AlteredGrid> before,
      Consumer<AlteredGrid> lifting,
      long without,
      long with) {
    boolean ofPriority = both == null;
    for (boolean lifted : List.of(false, true)) {
      AlteredGrid grid = new AlteredGrid(a.grid());
      GridPolicy p = a.grid().policy();
      TenancySettings tenancy = ofPriority ? p.tenancy() : both.apply(p.tenancy());
      grid.policy(of(p, p.byCohort(), lifted ? lift.apply(tenancy) : tenancy));
      grid.keepWaiting(job -> job.name().equals(a.job().name()));
      grid.onlyBots(bot -> bot.name().equals(a.victim().bot().name()));
      well(grid, a, a.victim().bot().name());
      for (Leased other : a.grid().leases().byStart().all()) {
        if (!other.equals(a.victim())) {
          grid.evictions(other.job().name(), 99);
        }
      }
      if (!ofPriority) {
        grid.priority(a.job().name(), Integer.MIN_VALUE);
      }
      before.accept(grid);
      if (lifted) {
        lifting.accept(grid);
      }
      boolean onEvent = p.onEvent();
      long until = lifted ? with + (onEvent ? 0 : AWHILE) : without;
      boolean evicted =
          grid.decided(a.atMillis(), until).stream()
              .anyMatch(
                  fact ->
                      fact instanceof LeaseStarted lease
                          && lease.found() == MatchStrategy.PREEMPTION
                          && lease.job().name().equals(a.job().name())
                          && lease.bot().equals(a.victim().bot().name()));
      assertThat(evicted).as("lifted: %s", lifted).isEqualTo(lifted);
    }
  }

  private static long from(Asked a) {
    return a.job().queuedAt() + a.grid().policy().preempting().delay() + 1;
  }

  /** What is asked after the others: the victim's quota, its bot's pool, its priority. */
  private static TenancySettings evictable(Asked a, TenancySettings t) {
    QuotaBounds any = new QuotaBounds(cohort(a), a.victim().job().instance(), 0, 99);
    List<String> pool = List.of(a.victim().bot().spec().instance(), a.instance());
    return pools(
        a.victim().job().instance().equals(a.instance()) ? t : quota(t, any),
        pool.contains("*") || pool.get(0).equals(pool.get(1)) ? t.pools() : List.of(pool));
  }

  private static void sick(AlteredGrid grid, Asked a) {
    Bot bot = a.victim().bot();
    grid.heard(bot.name(), bot.profile().health(), bot.held().size());
  }

  private static void well(AlteredGrid grid, Asked a, String bot) {
    grid.heard(bot, BotHealth.OK, a.grid().bot(bot).held().size());
  }

  private static String cohort(Asked a) {
    return a.victim().bot().spec().cohort();
  }

  private static String name(Asked a) {
    return a.victim().job().name();
  }

  /** Nobody else waits, and no other bot may run it. */
  private static void alone(AlteredGrid grid, Asked a) {
    grid.keepWaiting(job -> job.name().equals(a.job().name()));
    grid.onlyBots(bot -> bot.name().equals(a.bot().name()));
  }

  private static void twin(AlteredGrid grid, Asked a) {
    twin(grid, a, a.bot().spec().has());
  }

  /** The bot itself may be full, or not well. */
  private static void twin(AlteredGrid grid, Asked a, SortedProperties has) {
    grid.onlyBots(_ -> false);
    grid.twin(a.bot().spec().instance(), has, a.bot().spec().cohort());
  }

  private static boolean gets(Asked a, String bot, AlteredGrid grid, long within) {
    return grid.decided(a.atMillis(), a.atMillis() + within).stream()
        .anyMatch(
            fact ->
                fact instanceof LeaseStarted lease
                    && lease.job().name().equals(a.job().name())
                    && lease.bot().equals(bot));
  }

  private static LeaseStarted first(List<BotsFact> facts) {
    return facts.stream()
        .filter(LeaseStarted.class::isInstance)
        .map(LeaseStarted.class::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing is assigned"));
  }

  private static int slots(Bot bot) {
    return bot.held().size() + 1;
  }

  /** The formula of section 5, once more. */
  private static double score(Asked a, Bot bot) {
    ScoringSettings s = a.grid().policy().scoring();
    int spare = Math.max(0, bot.profile().capacity() - bot.held().size());
    boolean hit = a.job().spec().hint() != null && bot.hints().contains(a.job().spec().hint());
    return s.weighted()
        ? bot.profile().priority() * s.priorityWeight()
            + spare * s.capacityWeight()
            + (hit ? s.localityWeight() : 0)
        : spare;
  }

  private static long millis(String instant) {
    return Instant.parse(instant).toEpochMilli();
  }

  private static String at(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private static SortedProperties with(SortedProperties has, List<PropertyPair> more) {
    List<PropertyPair> pairs = new ArrayList<>(has.pairs());
    pairs.addAll(more);
    return SortedProperties.of(pairs);
  }

  /** Null if there is none. */
  private static QuotaBounds quota(GridPolicy policy, String cohort, String instance) {
    return policy.tenancy().quotas().stream()
        .filter(one -> one.cohort().equals(cohort) && one.instance().equals(instance))
        .findFirst()
        .orElse(null);
  }

  private static TenancySettings quota(TenancySettings t, QuotaBounds other) {
    List<QuotaBounds> quotas = new ArrayList<>(t.quotas());
    quotas.removeIf(
        one -> one.cohort().equals(other.cohort()) && one.instance().equals(other.instance()));
    quotas.add(other);
    return new TenancySettings(t.cohorts(), quotas, t.pools(), t.served());
  }

  private static TenancySettings none(TenancySettings t, String cohort, String instance) {
    List<QuotaBounds> quotas = new ArrayList<>(t.quotas());
    quotas.removeIf(one -> one.cohort().equals(cohort) && one.instance().equals(instance));
    return new TenancySettings(t.cohorts(), quotas, t.pools(), t.served());
  }

  private static TenancySettings pools(TenancySettings t, List<List<String>> pools) {
    return new TenancySettings(t.cohorts(), t.quotas(), pools, t.served());
  }

  private static TenancySettings label(TenancySettings t, String cohort, String label) {
    List<CohortLabels> cohorts = new ArrayList<>();
    for (CohortLabels one : t.cohorts()) {
      List<String> labels = new ArrayList<>(one.labels());
      if (one.name().equals(cohort)) {
        labels.add(label);
      }
      cohorts.add(new CohortLabels(one.name(), labels));
    }
    return new TenancySettings(cohorts, t.quotas(), t.pools(), t.served());
  }

  /** No quota, no assigner's choice of instances. */
  private static GridPolicy open(GridPolicy p) {
    return of(
        plain(p), false, new TenancySettings(List.of(), List.of(), p.tenancy().pools(), null));
  }

  /** As if a lease had ended: one that counts to a maximum makes room for its instance. */
  private static GridPolicy withoutMaximums(GridPolicy p) {
    TenancySettings t = p.tenancy();
    for (QuotaBounds one : p.tenancy().quotas()) {
      t = quota(t, new QuotaBounds(one.cohort(), one.instance(), one.min(), 999));
    }
    return of(p, p.byCohort(), t);
  }

  /** Bots are not sampled. */
  private static GridPolicy plain(GridPolicy p) {
    return of(p, p.byCohort(), p.tenancy());
  }

  /** The instance has room by all quotas but those of this cohort. */
  private static GridPolicy roomElsewhere(Asked a, String cohort) {
    GridPolicy p = a.grid().policy();
    TenancySettings t = p.tenancy();
    for (CohortLabels one : p.tenancy().cohorts()) {
      if (!one.name().equals(cohort)) {
        t = quota(t, new QuotaBounds(one.name(), a.instance(), 0, 999));
      }
    }
    return of(p, p.byCohort(), t);
  }

  private static GridPolicy of(GridPolicy p, boolean byCohort, TenancySettings tenancy) {
    ScoringSettings s = p.scoring();
    ScoringSettings all =
        new ScoringSettings(
            s.weighted(),
            0,
            s.sampleAttempts(),
            s.priorityWeight(),
            s.capacityWeight(),
            s.localityWeight(),
            s.localityStrategy(),
            s.hintLimit(),
            s.cohortOnly());
    return new GridPolicy(
        byCohort,
        p.onEvent(),
        tenancy,
        p.matching(),
        p.pacing(),
        p.preempting(),
        all,
        p.fetching(),
        p.limits(),
        p.beats());
  }
}
