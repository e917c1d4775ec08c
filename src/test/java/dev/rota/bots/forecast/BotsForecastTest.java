package dev.rota.bots.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.rules.Tenants;
import dev.rota.bots.rules.TestBot;
import dev.rota.bots.rules.TestJob;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.values.TenancySettings;
import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.testing.Foreseeing;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Forecasts that are worked out by hand. Times are ms after 1970. */
final class BotsForecastTest {
  private static final SortedProperties LINUX =
      SortedProperties.of(List.of(new PropertyPair("OSFamily", "linux")));
  private static final String T = "1970-01-01T00:00:";
  private static final String M = "1970-01-01T00:01:";

  private final Foreseeing grid = new Foreseeing(new BotsDomain(), 3_600_000);

  private List<Start> beat(long atMillis, String bot, Report... reports) {
    return grid.take(atMillis, new TestBot(bot).has(LINUX).reports(List.of(reports)).beat());
  }

  private static Report done(String job, int attempt) {
    return new Report(job, Reported.COMPLETED, GrpcStatus.OK, 0, attempt);
  }

  private List<Start> job(long atMillis, String name, String instance, int priority) {
    return grid.take(
        atMillis, new TestJob(name).instance(instance).priority(priority).needs(LINUX).submit());
  }

  /** Five jobs of 10 s, one behind the other, end at 51 s. */
  private void learnTenSeconds() {
    beat(1000, "b1");
    for (int i = 0; i < 5; i++) {
      job(1000 + 10_000 * i, "old-" + i, "i", 0);
      beat(11_000 + 10_000 * i, "b1", done("old-" + i, 1));
    }
  }

  /** bots 1: the bot is free when its lease is over; the better job is first. */
  @Test
  void aJobWaitsForTheEndOfALease() {
    learnTenSeconds();
    job(52_000, "a", "i", 0);
    job(53_000, "b", "i", 5);
    job(54_000, "c", "i", 0);

    assertThat(grid.told("job", "a")).isEqualTo("STARTED runs on bot b1 since " + T + "52Z");
    assertThat(grid.told("job", "c")).isEqualTo("STARTS " + M + "02Z on bot b1 by bots 3.1");
    assertThat(grid.told("job", "b")).isEqualTo("STARTS " + M + "12Z on bot b1 by bots 3.1");
    assertThat(grid.next(5))
        .containsExactly("job c " + M + "02Z on bot b1", "job b " + M + "12Z on bot b1");
    assertThat(grid.of("job", "b").assumed())
        .containsExactly(
            "no job is submitted or cancelled, and none fails",
            "bots stay as they are and send their heartbeats in time",
            "jobs with label linux run PT10S (p50 of 5)");
    assertThat(grid.of("job", "b").turns()).isEqualTo(2);
    assertThat(grid.told("job", "old-1")).isEqualTo("OVER is over: COMPLETED");
  }

  /** Without a lease that ended, nothing tells when one does. */
  @Test
  void withoutAHistoryAJobWaits() {
    beat(1000, "b1");
    job(2000, "a", "i", 0);
    job(3000, "b", "i", 0);

    assertThat(grid.of("job", "b").outcome()).hasToString("WAITS");
    assertThat(grid.of("job", "b").assumed())
        .contains("no lease ends, as none has ended in the history that was read");
    assertThat(grid.of("job", "b").reason().what())
        .contains("the only bot that may run it is full");
  }

  /** A job that has run longer than all before it runs as long again: 30 s, and 30 s more. */
  @Test
  void aJobThatRunsLongerThanAllBefore() {
    learnTenSeconds();
    job(52_000, "a", "i", 0);
    job(53_000, "b", "i", 0);
    beat(82_000, "b1");

    assertThat(grid.told("job", "b")).startsWith("STARTS " + "1970-01-01T00:01:52Z on bot b1");
  }

  /**
   * bots 7, the nasty one: batch holds both bots. Release is below its minimum, so it evicts when
   * it has waited for longer than 20 s, at 20.001 s: before a lease of 100 s is over. The victim y
   * is queued again, and goes to the bot that is free first, when x is over.
   */
  @Test
  void aJobBelowItsMinimumIsForecastToEvict() {
    CohortLabels cohort = new CohortLabels("c", List.of("linux"));
    QuotaBounds batch = new QuotaBounds("c", "batch", 0, 2);
    QuotaBounds release = new QuotaBounds("c", "release", 1, 2);
    GridPolicy p = GridPolicy.DEFAULT;
    GridLimits most = p.limits();
    // The bots are silent for longer than a minute.
    GridLimits patient =
        new GridLimits(
            600_000,
            most.maxAttempts(),
            most.execution(),
            most.queueAge(),
            most.queueSize(),
            most.position(),
            most.retention());
    GridPolicy policy =
        Tenants.of(
            p.limited(patient),
            true,
            new TenancySettings(List.of(cohort), List.of(batch, release), List.of(), null));
    grid.take(1, new Change(policy, List.of()));
    beat(500, "b1");
    job(1000, "old", "batch", 10);
    beat(101_000, "b1", done("old", 1)); // 100 s
    job(102_000, "x", "batch", 10);
    beat(103_000, "b2");
    job(104_000, "y", "batch", 20);
    job(105_000, "r", "release", 0);

    assertThat(grid.told("job", "r"))
        .isEqualTo("STARTS 1970-01-01T00:02:05.001Z on bot b2 by bots 7");
    assertThat(grid.next(3))
        .containsExactly(
            "job r 1970-01-01T00:02:05.001Z on bot b2", "job y 1970-01-01T00:03:22Z on bot b1");
  }

  /** bots 11: a job that waits for longer than the queue limit is given up. */
  @Test
  void aJobThatIsGivenUpBeforeABotIsFree() {
    GridPolicy p = GridPolicy.DEFAULT;
    GridLimits limits = new GridLimits(600_000, 5, 7_200_000, 5_000, -1, 300, 600_000);
    GridPolicy policy = p.limited(limits);
    learnTenSeconds();
    grid.take(51_500, new Change(policy, List.of()));
    job(52_000, "a", "i", 0);
    job(53_000, "b", "i", 0);

    assertThat(grid.told("job", "b")).isEqualTo("ENDS 1970-01-01T00:00:58.001Z by bots 11");
  }

  /** b is forecast for 62 s and is cancelled; c is forecast for 72 s and starts at 60 s. */
  @Test
  void whatDoesNotComeAsAssumedIsCounted() {
    learnTenSeconds();
    job(52_000, "a", "i", 0);
    job(53_000, "b", "i", 0);
    job(54_000, "c", "i", 0);
    grid.record();
    grid.take(55_000, new Cancel("b"));
    beat(60_000, "b1", done("a", 1));
    job(61_000, "d", "i", 0);
    grid.record();
    ForecastAccuracy judged = grid.judged();

    assertThat(judged.made()).isEqualTo(3);
    assertThat(judged.never()).isOne();
    assertThat(judged.started()).isOne();
    assertThat(judged.placed()).isOne();
    assertThat(judged.onTime() + judged.late()).isZero();
    assertThat(judged.errors().percentile(50)).isEqualTo(12_000);
    assertThat(judged.unjudged()).isOne();
  }

  /** The law: when all jobs run as long as they did, and none overtakes, each forecast is exact. */
  @Test
  void withConstantRunningTimesEachForecastIsExact() {
    long run = 7_000;
    record Done(long atMillis, String bot, String job) {}
    PriorityQueue<Done> ends =
        new PriorityQueue<>(Comparator.comparingLong(Done::atMillis).thenComparing(Done::bot));
    SplittableRandom random = new SplittableRandom(11);
    for (int bot = 0; bot < 3; bot++) {
      beat(bot, "b" + bot);
    }
    long now = 10;
    for (int job = 0; job < 300; job++) {
      now += random.nextInt(4_600);
      while (!ends.isEmpty() && ends.peek().atMillis <= now) {
        Done done = ends.remove();
        beat(done.atMillis, done.bot, done(done.job, 1))
            .forEach(one -> ends.add(new Done(one.atMillis() + run, bot(one), one.thing().id())));
      }
      job(now, "job-" + job, "i", 0)
          .forEach(one -> ends.add(new Done(one.atMillis() + run, bot(one), one.thing().id())));
      if (job >= 20) {
        grid.record();
      }
    }
    ForecastAccuracy judged = grid.judged();

    assertThat(judged.started()).isGreaterThan(300).isEqualTo(judged.exact());
    assertThat(judged.errors().percentile(100)).isZero();
    assertThat(judged.placed()).isEqualTo(judged.started());
    assertThat(judged.missed() + judged.never() + judged.overdue()).isZero();
    assertThat(judged.unjudged()).isPositive();
  }

  private static String bot(Start start) {
    return start.where().substring("bot ".length());
  }
}
