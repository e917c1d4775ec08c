package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.AlteredGrid;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names, numbers and instants of what is said, counted again or lived to see. */
final class WhyNumbers {
  /** Of one number: histories repeat themselves. */
  private static final int TRIES_MAX = 200;

  private static final Pattern QUOTA =
      Pattern.compile(
          "instance (\\S+) is (not )?(below|above|at) its (minimum|maximum) in cohort (\\S+)"
              + " \\((\\d+) of (\\d+)\\)");

  /** What is looked for, each at least once. */
  private static final Set<String> ALL =
      new TreeSet<>(
          List.of(
              "; it evicts (\\S+) at ([^\\s;]+)",
              "; it may evict from ([^\\s;]+) on: ",
              "; it is given up behind ([^\\s;]+)",
              "; its position is (\\d+)$",
              "because all (\\d+) bots that may run it are full",
              "because the only bot that may run it is full",
              "for the iteration at ([^\\s;]+)",
              "found nothing at (\\S+) and backs off until ([^\\s;]+)",
              "because (instance \\S+ is at its maximum in cohort \\S+ \\(\\d+ of \\d+\\))",
              "runs on bot (\\S+) since (\\S+) as attempt (\\d+), found by (\\S+); its lease ends at"
                  + " (\\S+) at the latest; its bot is lost when silent until ([^\\s;]+)",
              "; (\\S+) evicts it at ([^\\s;]+)",
              "; (\\S+) evicts first, at ([^\\s;]+)",
              "; its name is free at (\\S+)$",
              "runs (.+) with a capacity of (\\d+)",
              "and is free for (\\d+) more",
              "; job (\\S+) is next, in the iteration at ([^\\s;]+)",
              "; job (\\S+) is next[;:]",
              "; job (\\S+) evicts job (\\S+) here at ([^\\s;]+)",
              "; it is lost when silent until ([^\\s;]+)$",
              "is the first by priority \\((-?\\d+)\\) that may run on it",
              "is the oldest that may run on it",
              "has (\\d+) leases? on (\\d+) bots?, of which (\\d+) (?:is|are) free",
              "of instance (\\S+) evicts job (\\S+) of instance (\\S+) at (\\S+)",
              "has (\\d+) leases? \\(min (\\d+), max (\\d+)\\) and (.*)",
              "its usage goes from (\\d+) to (\\d+) \\(min (\\d+), max (\\d+)\\)",
              "it is the first by priority \\((-?\\d+)\\)",
              "it is the oldest, queued at (\\S+)",
              "attempt \\d+: instance (\\S+) is below its (\\S+) in cohort (\\S+)",
              "has the best score of those looked at: (\\S+)",
              "has the job's locality hint, with a score of (\\S+)",
              "runs on bot (\\S+) with priority (-?\\d+), queued at (\\S+): the first that may be"
                  + " evicted",
              "attempt (\\d+), try (\\d+) of (\\d+)",
              "finds no bot and backs off until (\\S+): (\\S+)"));

  private final BotsWhy why = new BotsWhy();
  private final Map<String, Pattern> patterns = new TreeMap<>();
  private final Map<String, Integer> reached = new TreeMap<>();
  private final Map<String, String> lies = new TreeMap<>();

  /** By what is said. */
  Map<String, String> lies() {
    return lies;
  }

  Set<String> unreached() {
    Set<String> unreached = new TreeSet<>(ALL);
    unreached.removeAll(reached.keySet());
    return unreached;
  }

  /** If it is said: the sentence's pattern begins so. */
  private void said(String what, String begins, Consumer<Matcher> check) {
    Pattern pattern = patterns.computeIfAbsent(begins, WhyNumbers::pattern);
    Matcher matcher = pattern.matcher(what);
    if (matcher.find() && reached.merge(pattern.pattern(), 1, Integer::sum) <= TRIES_MAX) {
      try {
        check.accept(matcher);
      } catch (AssertionError e) {
        lies.putIfAbsent(begins, "'" + what + "': " + e.getMessage());
      }
    }
  }

  private static Pattern pattern(String begins) {
    return Pattern.compile(
        ALL.stream().filter(one -> one.startsWith(begins)).findFirst().orElseThrow());
  }

  private static long millis(String instant) {
    return Instant.parse(instant).toEpochMilli();
  }

  private static void is(String said, long number) {
    assertThat(said).isEqualTo(Long.toString(number));
  }

  /** Usage and bounds are those of now, and the words fit the numbers. */
  private static void quotas(BotsState state, String what) {
    Matcher said = QUOTA.matcher(what);
    while (said.find()) {
      QuotaRow row = state.quotas().get(said.group(5), said.group(1));
      QuotaBounds bounds =
          state.policy().tenancy().quotas().stream()
              .filter(one -> one.cohort().equals(said.group(5)))
              .filter(one -> one.instance().equals(said.group(1)))
              .findFirst()
              .orElseThrow();
      int bound = said.group(4).equals("minimum") ? bounds.min() : bounds.max();
      is(said.group(6), row.usage());
      is(said.group(7), bound);
      boolean holds =
          switch (said.group(3)) {
            case "below" -> row.usage() < bound;
            case "above" -> row.usage() > bound;
            default -> row.usage() >= bound;
          };
      assertThat(holds).as(what).isEqualTo(said.group(2) == null);
    }
  }

  private static void quotas(BotsState state, Reason reason) {
    quotas(state, reason.what());
    reason.candidates().forEach(one -> quotas(state, one.why()));
  }

  void ofJob(BotsState state, Job job, Reason reason, long atMillis) {
    quotas(state, reason);
    String what = reason.what();
    if (job.state() instanceof Queued) {
      waits(state, job, reason, atMillis);
    } else if (job.state() instanceof Leased lease) {
      runs(state, lease, what);
    } else {
      Over over = (Over) job.state();
      long free = over.completedAt() + state.policy().limits().retention();
      said(
          what,
          "; its name is free at",
          m -> {
            if (over.completedAt() >= 0) {
              assertThat(millis(m.group(1))).isEqualTo(free);
            }
          });
    }
  }

  private void waits(BotsState state, Job job, Reason reason, long atMillis) {
    String what = reason.what();
    said(
        what,
        "; it evicts (",
        m -> {
          assertThat(m.group(1)).isNotEqualTo(job.name());
          assertThat(reason.candidates())
              .filteredOn(Candidate::chosen)
              .allSatisfy(one -> assertThat(one.thing().id()).isEqualTo(m.group(1)));
          evicted(state, job.name(), m.group(1), millis(m.group(2)));
        });
    said(
        what,
        "; (\\S+) evicts first",
        m ->
            assertThat(fired(state, millis(m.group(2))))
                .anyMatch(fact -> evicts(fact, m.group(1), null)));
    var preempting = state.policy().preempting();
    long from = job.queuedAt() + preempting.delay() + (preempting.exclusive() ? 1 : 0);
    said(
        what,
        "; it may evict from",
        m -> assertThat(millis(m.group(1))).isEqualTo(from).isGreaterThan(atMillis));
    said(
        what,
        "; it is given up behind",
        m -> {
          long behind = millis(m.group(1));
          assertThat(new AlteredGrid(state).fired("age", behind).toString())
              .doesNotContain("job=" + job.name() + ",");
          assertThat(new AlteredGrid(state).fired("age", behind + 1).toString())
              .contains("job=" + job.name() + ",");
        });
    said(
        what,
        "; its position is",
        m -> is(m.group(1), state.jobs().stream().filter(one -> isUpTo(state, one, job)).count()));
    long full = reason.candidates().stream().filter(one -> isFull(state, one)).count();
    said(what, "because all", m -> is(m.group(1), full));
    said(what, "because the only", _ -> assertThat(full).isEqualTo(1));
    said(
        what,
        "because (instance",
        m -> assertThat(reason.candidates()).extracting(Candidate::why).contains(m.group(1)));
    said(
        what,
        "found nothing",
        m -> {
          assertThat(millis(m.group(1))).isEqualTo(job.triedAt());
          assertThat(millis(m.group(2))).isEqualTo(job.scheduleAfter());
        });
    said(
        what,
        "for the iteration",
        m -> {
          assertThat(fired(state, millis(m.group(1)) - 1)).isEmpty();
          assertThat(fired(state, millis(m.group(1)))).isNotEmpty();
        });
  }

  /** A bot whose charge fails may be full as well. */
  private static boolean isFull(BotsState state, Candidate one) {
    return one.why().startsWith("is full: ")
        || (one.why().startsWith("its charge fails: ")
            && state.bot(one.thing().id()).profile().health() == BotHealth.OK);
  }

  private static boolean isUpTo(BotsState state, Job one, Job job) {
    boolean ofPool =
        state.policy().pool(one.instance()).equals(state.policy().pool(job.instance()));
    boolean ahead =
        one.priority() < job.priority()
            || (one.priority() == job.priority() && one.queuedAt() <= job.queuedAt());
    return one.state() instanceof Queued && ofPool && ahead;
  }

  private void runs(BotsState state, Leased lease, String what) {
    String job = lease.job().name();
    said(
        what,
        "runs on bot (\\S+) since",
        m -> {
          assertThat(m.group(1)).isEqualTo(lease.bot().name());
          assertThat(millis(m.group(2))).isEqualTo(lease.startedAt());
          is(m.group(3), lease.job().tries() + (long) lease.job().evictions());
          assertThat(m.group(4)).isEqualTo(lease.found().toString());
          long ends = millis(m.group(5));
          assertThat(ends).isEqualTo(lease.startedAt() + state.policy().limits().execution());
          assertThat(millis(m.group(6))).isEqualTo(lease.bot().expiresAt());
        });
    said(what, "; (\\S+) evicts it at", m -> evicted(state, m.group(1), job, millis(m.group(2))));
  }

  private static List<BotsFact> fired(BotsState state, long untilMillis) {
    String kind = state.policy().onEvent() ? "preemption" : "iteration";
    return new AlteredGrid(state).fired(kind, untilMillis);
  }

  private static boolean evicts(BotsFact fact, String job, String bot) {
    return fact instanceof LeaseStarted lease
        && lease.found() == MatchStrategy.PREEMPTION
        && lease.job().name().equals(job)
        && (bot == null || lease.bot().equals(bot));
  }

  /** It comes at that instant, and not before. */
  private static void evicted(BotsState state, String job, String victim, long atMillis) {
    // ON_INTERVAL, a job that waits may get a bot first, and be evicted from it then.
    String bot = state.job(victim).state() instanceof Leased runs ? runs.bot().name() : null;
    assertThat(fired(state, atMillis - 1)).noneMatch(fact -> evicts(fact, job, bot));
    assertThat(fired(state, atMillis)).anyMatch(fact -> evicts(fact, job, bot));
  }

  void ofBot(BotsState state, Bot bot, Reason reason, long atMillis) {
    quotas(state, reason);
    String what = reason.what();
    said(
        what,
        "; it is lost when silent",
        m -> assertThat(millis(m.group(1))).isEqualTo(bot.expiresAt()));
    said(
        what,
        "runs (.+) with a capacity",
        m -> {
          is(m.group(2), bot.profile().capacity());
          bot.held().keySet().forEach(job -> assertThat(m.group(1)).contains(job + " since "));
        });
    said(
        what,
        "and is free for",
        m -> is(m.group(1), bot.profile().capacity() - (long) bot.held().size()));
    said(
        what,
        "; job (\\S+) is next, in",
        m -> {
          assertThat(fired(state, millis(m.group(2)) - 1))
              .noneMatch(fact -> starts(fact, m.group(1), bot));
          assertThat(fired(state, millis(m.group(2))))
              .anyMatch(fact -> starts(fact, m.group(1), bot));
        });
    said(what, "; job (\\S+) is next[", m -> next(state, bot, m.group(1), atMillis));
    said(
        what,
        "; job (\\S+) evicts job (\\S+) here",
        m -> evicted(state, m.group(1), m.group(2), millis(m.group(3))));
    for (Candidate one : reason.candidates()) {
      if (one.chosen()) {
        Job job = state.job(one.thing().id());
        assertThat(what).contains("; job " + job.name() + " is next");
        said(one.why(), "is the first by priority", m -> is(m.group(1), job.priority()));
        said(one.why(), "is the oldest", _ -> isOldest(state, job));
      }
    }
  }

  /** ON_INTERVAL, older ones may have got other bots by then. */
  private static void isOldest(BotsState state, Job job) {
    if (state.policy().onEvent()) {
      assertThat(
              state.jobs().stream()
                  .filter(other -> other.state() instanceof Queued)
                  .filter(other -> other.spec().needs().equals(job.spec().needs()))
                  .filter(other -> other.instance().equals(job.instance())))
          .allMatch(other -> other.queuedAt() >= job.queuedAt());
    }
  }

  private static boolean starts(BotsFact fact, String job, Bot bot) {
    return fact instanceof LeaseStarted lease
        && lease.job().name().equals(job)
        && lease.bot().equals(bot.name());
  }

  /** ON_EVENT: with one slot more it comes at once, unless the usage counts. */
  private static void next(BotsState state, Bot bot, String job, long atMillis) {
    assertThat(state.job(job).state()).isInstanceOf(Queued.class);
    if (state.policy().onEvent() && !state.policy().byCohort()) {
      AlteredGrid grid = new AlteredGrid(state);
      grid.heard(bot.name(), BotHealth.OK, bot.held().size() + 1);
      if (state.quotas().get(bot.spec().cohort(), state.job(job).instance()) == null) {
        assertThat(grid.decided(atMillis, atMillis)).anyMatch(fact -> starts(fact, job, bot));
      }
    }
  }

  void ofCohort(BotsState state, String cohort, Reason reason) {
    said(
        reason.what(),
        "has (\\d+) leases? on",
        m -> {
          List<Bot> bots =
              state.allBots().stream().filter(b -> cohort.equals(b.spec().cohort())).toList();
          is(m.group(1), bots.stream().mapToLong(bot -> bot.held().size()).sum());
          is(m.group(2), bots.size());
          is(
              m.group(3),
              bots.stream()
                  .filter(
                      b ->
                          b.profile().health() == BotHealth.OK
                              && b.held().size() < b.profile().capacity())
                  .count());
        });
    said(
        reason.what(),
        "of instance (\\S+) evicts job",
        m ->
            assertThat(m.group(3))
                .isEqualTo(state.job(m.group(2)).instance())
                .isNotEqualTo(m.group(1)));
    for (Candidate one : reason.candidates()) {
      said(one.why(), "has (\\d+) leases? \\(min", m -> standing(state, cohort, one, m));
    }
  }

  private static void standing(BotsState state, String cohort, Candidate one, Matcher m) {
    QuotaRow row = state.quotas().get(cohort, one.thing().id());
    int usage = row.usage();
    is(m.group(1), usage);
    is(m.group(2), row.bounds().min());
    is(m.group(3), row.bounds().max());
    String goesFirst = state.policy().byCohort() ? ": it goes first" : "";
    String standing =
        usage < row.bounds().min()
            ? "is below its minimum" + goesFirst
            : usage < row.bounds().max() ? "may get more" : "is at its maximum and gets no more";
    assertThat(m.group(4)).isEqualTo(standing);
    assertThat(one.chosen()).isEqualTo(usage < row.bounds().max());
  }

  void ofLease(BotsState before, LeaseStarted lease, Reason reason) {
    quotas(before, reason);
    Job job = before.job(lease.job().name());
    assertThat(reason.what())
        .contains("bot " + lease.bot() + ", attempt " + (job.tries() + job.evictions()) + ": ");
    said(
        reason.what(),
        "it is the first by priority",
        m -> {
          assertThat(lease.reason()).isEqualTo(dev.rota.bots.values.BotsReason.PRIORITY);
          is(m.group(1), job.priority());
        });
    said(
        reason.what(),
        "it is the oldest, queued at",
        m -> {
          assertThat(lease.reason()).isEqualTo(dev.rota.bots.values.BotsReason.AGE);
          assertThat(millis(m.group(1))).isEqualTo(job.queuedAt());
        });
    said(
        reason.what(),
        "attempt \\d+: instance",
        m -> {
          assertThat(m.group(1)).isEqualTo(job.instance());
          if (lease.cohort() != null) {
            assertThat(m.group(3)).isEqualTo(lease.cohort());
          }
          boolean first = lease.reason() == dev.rota.bots.values.BotsReason.BELOW_MINIMUM;
          assertThat(m.group(2)).isEqualTo(first ? "minimum" : "maximum");
        });
    String chosen = reason.candidates().get(0).why();
    said(
        chosen,
        "has the best score",
        m -> assertThat(Double.parseDouble(m.group(1))).isEqualTo(lease.score()));
    said(
        chosen,
        "has the job's locality hint",
        m -> {
          assertThat(Double.parseDouble(m.group(1))).isEqualTo(lease.score());
          assertThat(before.bot(lease.bot()).hints()).contains(job.spec().hint());
        });
    said(
        chosen,
        "runs on bot (\\S+) with priority",
        m -> {
          Job victim = before.job(reason.candidates().get(0).thing().id());
          assertThat(m.group(1)).isEqualTo(lease.bot());
          is(m.group(2), victim.priority());
          assertThat(millis(m.group(3))).isEqualTo(victim.queuedAt());
        });
  }

  /** What is told of a cohort's usage, of tries and backoffs. */
  void ofFacts(BotsState before, List<BotsFact> facts) {
    for (CohortLabels cohort : before.policy().tenancy().cohorts()) {
      Map<String, Integer> usage = new TreeMap<>();
      var reasons = why.decided(GridThings.cohort(cohort.name()), before, facts).iterator();
      for (BotsFact fact : facts) {
        boolean starts = fact instanceof LeaseStarted s && cohort.name().equals(s.cohort());
        boolean ends = fact instanceof LeaseEnded e && cohort.name().equals(e.cohort());
        if (starts || ends) {
          String instance =
              starts
                  ? ((LeaseStarted) fact).job().instance()
                  : ((LeaseEnded) fact).job().instance();
          QuotaRow row = before.quotas().get(cohort.name(), instance);
          int from = usage.getOrDefault(instance, row == null ? 0 : row.usage());
          int to = Math.max(0, from + (starts ? 1 : -1));
          usage.put(instance, to);
          usage(reasons.next().what(), row, from, to);
        } else if (isOfCohort(fact, cohort.name(), before)) {
          var _ = reasons.next();
        }
      }
    }
    for (BotsFact fact : facts) {
      if (fact instanceof JobBackedOff f) {
        Reason reason = why.decided(GridThings.job(f.job()), before, facts).get(0);
        said(
            reason.what(),
            "finds no bot",
            m -> {
              assertThat(millis(m.group(1))).isEqualTo(f.until());
              assertThat(m.group(2)).isEqualTo(f.reason().toString());
            });
      } else if (fact instanceof JobRetried f) {
        String all = why.decided(GridThings.job(f.job()), before, facts).toString();
        said(
            all,
            "attempt (\\d+), try",
            m -> {
              is(m.group(2), before.job(f.job()).tries() + 1L);
              is(m.group(1), f.attempt());
              is(m.group(3), before.policy().limits().maxAttempts());
            });
      }
    }
  }

  private static boolean isOfCohort(BotsFact fact, String cohort, BotsState before) {
    return !new BotsWhy().decided(GridThings.cohort(cohort), before, List.of(fact)).isEmpty();
  }

  private void usage(String what, QuotaRow row, int from, int to) {
    if (row == null) {
      assertThat(what).contains("no quota counts it");
      return;
    }
    said(
        what,
        "its usage goes",
        m -> {
          is(m.group(1), from);
          is(m.group(2), to);
          is(m.group(3), row.bounds().min());
          is(m.group(4), row.bounds().max());
        });
    assertThat(what).contains("its usage goes from ");
  }
}
