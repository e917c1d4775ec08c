package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.PacingSettings;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.TenancySettings;
import dev.rota.kernel.domain.Why.Thing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scenarios with all that is said of them. Times are seconds after 1970. */
class BotsWhyTest {
  private static final String T = "1970-01-01T00:00:";

  private final WatchedGrid grid = new WatchedGrid();

  private static Report done(String job) {
    return new Report(job, Reported.COMPLETED, GrpcStatus.OK, 0, 1);
  }

  private static GridPolicy policy(
      boolean byCohort, boolean onEvent, TenancySettings tenancy, PacingSettings pacing) {
    GridPolicy p = GridPolicy.DEFAULT;
    return new GridPolicy(
        byCohort,
        onEvent,
        tenancy,
        p.matching(),
        pacing,
        p.preempting(),
        p.scoring(),
        p.fetching(),
        p.limits(),
        p.beats());
  }

  /** bots 1 to 5: one bot fits and is full, one lacks a pair, one is not OK. */
  @Test
  void aJobWaitsBehindABetterOne() {
    grid.bot(1000, "w", "linux", BotHealth.OK);
    grid.bot(1000, "m", "mac", BotHealth.OK);
    grid.bot(1000, "u", "linux", BotHealth.UNHEALTHY);
    grid.job(2000, "a", "i", 0);
    grid.job(3000, "b", "i", 5);
    grid.job(4000, "c", "i", 0);

    assertThat(grid.now(GridThings.job("b"), 4000))
        .containsExactly(
            "waits because the only bot that may run it is full; its position is 2 (bots 1)",
            "- bot m: lacks OSFamily=linux (bots 2)",
            "- bot u: is UNHEALTHY (bots 1)",
            "- bot w: is full: runs a since " + T + "02Z (bots 1)");
    assertThat(grid.now(GridThings.job("a"), 4000))
        .containsExactly(
            "runs on bot w since "
                + T
                + "02Z as attempt 1, found by CAPACITY; its lease ends at 1970-01-01T02:00:02Z at"
                + " the latest; its bot is lost when silent until 1970-01-01T00:01:01Z (bots 6)");
    assertThat(grid.now(GridThings.bot("w"), 4000))
        .containsExactly(
            "is full: runs a since "
                + T
                + "02Z with a capacity of 1; job c is next; it is lost when silent until"
                + " 1970-01-01T00:01:01Z (bots 1)",
            "* job c: is the first by priority (0) that may run on it (bots 3.1)");
    assertThat(grid.now(GridThings.bot("u"), 4000))
        .containsExactly(
            "is UNHEALTHY and gets no job; it is lost when silent until 1970-01-01T00:01:01Z"
                + " (bots 1)");

    grid.ask(
        GridThings.job("a"),
        GridThings.job("b"),
        GridThings.job("c"),
        GridThings.bot("w"),
        GridThings.bot("m"));
    grid.bot(5000, "w", "linux", BotHealth.OK, done("a"));

    assertThat(grid.decided(GridThings.job("a")))
        .containsExactly(
            "its lease on bot w ends: COMPLETED with OK, as the bot reports (bots 9)",
            "is over: COMPLETED with OK, as its bot reports (bots 9)");
    assertThat(grid.decided(GridThings.job("b")))
        .containsExactly(
            "does not get bot w: c goes first: priority 0 before 5 (bots 3.1)",
            "- job b: c goes first: priority 0 before 5 (bots 3.1)");
    assertThat(grid.decided(GridThings.job("c")))
        .containsExactly(
            "goes to bot w, attempt 1: it is the first by priority (0) (bots 3.1)",
            "* bot w: has the best score of those looked at: 1.0 (bots 5)",
            "- bot m: lacks OSFamily=linux (bots 2)",
            "- bot u: is UNHEALTHY (bots 1)");
    assertThat(grid.decided(GridThings.bot("w")))
        .containsExactly(
            "its lease of job a ends: COMPLETED with OK, as the bot reports (bots 9)",
            "is answered: it holds no lease, in its session until 1970-01-01T00:01:05Z (bots 8)",
            "gets job c, attempt 1: it is the first by priority (0) (bots 3.1)",
            "* job c: it is the first by priority (0) (bots 3.1)");
    assertThat(grid.decided(GridThings.bot("m"))).isEmpty();
    assertThat(grid.now(GridThings.job("a"), 5000))
        .containsExactly(
            "is over since "
                + T
                + "05Z: COMPLETED with OK; its name is free at 1970-01-01T00:10:05Z (bots 11)");
  }

  /** A build tool that is told no instance names the empty one. */
  @Test
  void anInstanceWithoutANameIsSaidInWords() {
    grid.ask(GridThings.job("a"));
    grid.job(1000, "a", "", 0);
    assertThat(grid.decided(GridThings.job("a")))
        .first(org.assertj.core.api.InstanceOfAssertFactories.STRING)
        .startsWith("is queued for the unnamed instance with priority 0");
  }

  /**
   * bots 7, the nasty one: batch holds both bots of the cohort and is at its maximum, release is
   * below its minimum. Three jobs of batch have three fates in one step.
   */
  @Test
  void aJobBelowItsMinimumEvictsTheYoungestOfTheLowestPriority() {
    CohortLabels cohort = new CohortLabels("c", List.of("linux"));
    QuotaBounds batch = new QuotaBounds("c", "batch", 0, 2);
    QuotaBounds release = new QuotaBounds("c", "release", 1, 2);
    TenancySettings tenancy =
        new TenancySettings(List.of(cohort), List.of(batch, release), List.of(), null);
    grid.policy(policy(true, true, tenancy, GridPolicy.DEFAULT.pacing()));
    grid.bot(500, "b1", "linux", BotHealth.OK);
    grid.bot(500, "b2", "linux", BotHealth.OK);
    grid.job(1000, "x", "batch", 10);
    grid.job(2000, "y", "batch", 20);
    grid.job(3000, "z", "batch", 5);
    grid.job(5000, "r", "release", 0);

    assertThat(grid.now(GridThings.job("z"), 5000))
        .containsExactly(
            "waits because instance batch is at its maximum in cohort c (2 of 2); it evicts nobody:"
                + " instance batch is not below its minimum in cohort c (2 of 0); its position is 1"
                + " (bots 4)",
            "- bot b1: instance batch is at its maximum in cohort c (2 of 2) (bots 4)",
            "- bot b2: instance batch is at its maximum in cohort c (2 of 2) (bots 4)");
    String taken =
        "* job y: runs on bot b2 with priority 20, queued at "
            + T
            + "02Z: the first that may be evicted (bots 7)";
    assertThat(grid.now(GridThings.job("r"), 5000))
        .containsExactly(
            "waits because all 2 bots that may run it are full; it evicts y at "
                + T
                + "25.001Z; its position is 1 (bots 1)",
            taken,
            "- bot b1: is full: runs x since " + T + "01Z (bots 1)",
            "- bot b2: is full: runs y since " + T + "02Z (bots 1)",
            "- job x: y is evicted first: priority 20, not 10 (bots 7)");

    grid.ask(
        GridThings.job("x"),
        GridThings.job("y"),
        GridThings.job("z"),
        GridThings.job("r"),
        GridThings.bot("b2"),
        GridThings.cohort("c"));
    grid.take(26_000, null);

    String quotas =
        "instance release is below its minimum in cohort c (0 of 1), instance batch is above its"
            + " minimum in cohort c (2 of 0) (bots 7)";
    assertThat(grid.decided(GridThings.job("r")))
        .containsExactly(
            "takes the place of job y on bot b2, attempt 1: " + quotas,
            taken,
            "- job x: y is evicted first: priority 20, not 10 (bots 7)",
            "- bot b1: is full: runs x since " + T + "01Z (bots 1)",
            "- bot b2: is full: runs y since " + T + "02Z (bots 1)");
    assertThat(grid.decided(GridThings.job("y")))
        .containsExactly(
            "is evicted from bot b2 for job r: " + quotas,
            taken,
            "- job x: y is evicted first: priority 20, not 10 (bots 7)");
    assertThat(grid.decided(GridThings.job("x")))
        .containsExactly(
            "is not evicted for job r: y is evicted first: priority 20, not 10 (bots 7)",
            "- job x: y is evicted first: priority 20, not 10 (bots 7)");
    assertThat(grid.decided(GridThings.job("z")))
        .containsExactly(
            "does not get bot b2: instance batch is not below its minimum in cohort c (2 of 0)"
                + " (bots 7)",
            "- job z: instance batch is not below its minimum in cohort c (2 of 0) (bots 7)");
    assertThat(grid.decided(GridThings.bot("b2")))
        .containsExactly(
            "job y is evicted from it for job r: " + quotas,
            taken,
            "- job x: y is evicted first: priority 20, not 10 (bots 7)",
            "gets job r, attempt 1: " + quotas,
            "* job r: " + quotas,
            "- job z: instance batch is not below its minimum in cohort c (2 of 0) (bots 7)");
    assertThat(grid.decided(GridThings.cohort("c")))
        .containsExactly(
            "job y of instance batch is evicted from bot b2 for job r of instance release: its"
                + " usage goes from 2 to 1 (min 0, max 2); "
                + quotas,
            taken,
            "- job x: y is evicted first: priority 20, not 10 (bots 7)",
            "job r of instance release gets bot b2 by eviction: its usage goes from 0 to 1 (min 1,"
                + " max 2); "
                + quotas,
            "* job r: " + quotas);
    assertThat(grid.now(GridThings.cohort("c"), 26_000))
        .containsExactly(
            "has 2 leases on 2 bots, of which 0 are free (bots 4)",
            "* instance batch: has 1 lease (min 0, max 2) and may get more (bots 4)",
            "* instance release: has 1 lease (min 1, max 2) and may get more (bots 4)",
            "- job y: was evicted 1 time and waits (bots 7)");

    grid.ask(GridThings.job("y"));
    grid.bot(27_000, "b1", "linux", BotHealth.OK, done("x"));

    assertThat(grid.decided(GridThings.job("y")))
        .containsExactly(
            "does not get bot b1: z goes first: priority 5 before 20 (bots 3.1)",
            "- job y: z goes first: priority 5 before 20 (bots 3.1)");
  }

  /** bots 3.2: A is at its minimum now, and below it when its lease has ended. */
  @Test
  void theJobsBehindTheNextOneOfAFullBotAreNotJudgedByTheUsageOfNow() {
    CohortLabels cohort = new CohortLabels("c", List.of("linux"));
    List<QuotaBounds> quotas =
        List.of(new QuotaBounds("c", "A", 1, 5), new QuotaBounds("c", "B", 0, 5));
    TenancySettings tenancy = new TenancySettings(List.of(cohort), quotas, List.of(), null);
    grid.policy(policy(true, true, tenancy, GridPolicy.DEFAULT.pacing()));
    grid.bot(500, "x", "linux", BotHealth.OK);
    grid.job(1000, "a1", "A", 9);
    grid.job(2000, "a2", "A", 9);
    grid.job(3000, "b1", "B", 0);

    assertThat(grid.now(GridThings.bot("x"), 3000))
        .contains(
            "* job a2: instance A is below its minimum when a lease of the bot has ended (bots 3.2)",
            "- job b1: a2 goes first when a lease of the bot has ended (bots 3.2)");
  }

  /** bots 3 and 9: an iteration finds nothing, and the bot takes the job along from its backoff. */
  @Test
  void aJobBacksOffAndIsFetched() {
    PacingSettings pacing = new PacingSettings(100, 0, 5000, 1000, 0, 0.01, 1, false);
    grid.policy(policy(false, false, GridPolicy.DEFAULT.tenancy(), pacing));
    grid.bot(500, "w", "linux", BotHealth.OK);
    grid.job(1000, "a", "i", 0);
    grid.job(3000, "b", "i", 0);

    assertThat(grid.now(GridThings.job("b"), 3000))
        .containsExactly(
            "waits because the only bot that may run it is full; its position is 1 (bots 1)",
            "- bot w: is full: runs a since " + T + "01.001Z (bots 1)");

    grid.ask(GridThings.job("b"));
    grid.take(3500, null);

    assertThat(grid.decided(GridThings.job("b")))
        .containsExactly(
            "finds no bot and backs off until " + T + "08.011Z: NO_BOT (bots 3.1)",
            "- bot w: is full: runs a since " + T + "01.001Z (bots 1)");
    assertThat(grid.now(GridThings.job("b"), 3500))
        .containsExactly(
            "waits because it found nothing at "
                + T
                + "03.011Z and backs off until "
                + T
                + "08.011Z; its position is 1 (bots 3)",
            "- bot w: is full: runs a since " + T + "01.001Z (bots 1)");

    grid.ask(GridThings.job("b"), GridThings.bot("w"));
    grid.bot(4000, "w", "linux", BotHealth.OK, done("a"));

    assertThat(grid.decided(GridThings.job("b")))
        .containsExactly(
            "goes to bot w, attempt 1: the bot takes it along when it synchronises (bots 9)",
            "* bot w: synchronises and takes it along (bots 9)");
    assertThat(grid.decided(GridThings.bot("w")))
        .containsExactly(
            "its lease of job a ends: COMPLETED with OK, as the bot reports (bots 9)",
            "gets job b, attempt 1: the bot takes it along when it synchronises (bots 9)",
            "* job b: the bot takes it along when it synchronises (bots 9)",
            "is answered: it goes on with b, in its session until 1970-01-01T00:01:04Z (bots 8)");

    grid.job(5000, "c", "i", 0);
    grid.take(40_000, null);

    assertThat(grid.now(GridThings.job("c"), 40_000))
        .containsExactly(
            "waits because the only bot that may run it is full; it is parked until there is a bot"
                + " or a victim for it; its position is 1 (bots 1)",
            "- bot w: is full: runs b since " + T + "04Z (bots 1)");
  }

  /** bots 10 to 12: a bot falls silent, its job is tried again, refused and cancelled. */
  @Test
  void whatBecomesOfAJobWhoseBotIsLost() {
    grid.bot(1000, "w", "linux", BotHealth.OK);
    grid.job(2000, "a", "i", 0);
    grid.ask(GridThings.job("a"), GridThings.bot("w"));
    grid.take(700_000, null);

    assertThat(grid.decided(GridThings.job("a")))
        .containsExactly(
            "its lease on bot w ends: EXPIRED, the bot was silent for too long (bots 10)",
            "is queued again for attempt 2, try 2 of 5: the bot was silent for too long"
                + " (bots 10)",
            "waits, and no bot can run it any more: NO_BOT (bots 12)");
    assertThat(grid.decided(GridThings.bot("w")))
        .containsExactly(
            "its lease of job a ends: EXPIRED, the bot was silent for too long (bots 10)",
            "is lost: it was silent until 1970-01-01T00:01:01Z (bots 10)");
    assertThat(grid.now(GridThings.job("a"), 700_000))
        .containsExactly("waits because no bot is registered; its position is 1 (bots 12)");

    grid.ask(GridThings.job("a"));
    grid.job(700_001, "a", "i", 0);
    grid.take(700_002, new Cancel("a"));

    assertThat(grid.decided(GridThings.job("a")))
        .containsExactly(
            "an input about it is refused: DUPLICATE, submitted before, as job a (bots 12)",
            "operation a is cancelled, and it was the last (bots 11)",
            "is over: CANCELLED, all its operations are cancelled (bots 11)");
  }

  /** bots 12: a client knows its operation alone, though it has joined another's job. */
  @Test
  void anOperationIsAskedAboutByEitherOfItsNames() {
    Thing joined = new Thing("operation", "mine");
    Thing named = new Thing("operation", "i/mine");
    grid.bot(1000, "m", "mac", BotHealth.OK);
    grid.action(2000, "a", "a");
    grid.ask(joined, named);
    grid.action(3000, "b", "mine");

    assertThat(grid.decided(joined))
        .containsExactly("operation mine joins it: the action is the same (bots 12)");
    assertThat(grid.decided(named)).isEqualTo(grid.decided(joined));
    assertThat(grid.now(named, 3000))
        .containsExactly(
            "is of job a, which waits because no bot fits: bot m comes nearest and lacks"
                + " [OSFamily=linux]; its position is 1 (bots 2)",
            "- bot m: lacks OSFamily=linux (bots 2)");
    assertThat(new BotsWhy().now(new Thing("operation", "a"), grid.state(), 3000))
        .as("it is called like its job")
        .isEmpty();

    grid.ask(named);
    grid.take(4000, new Cancel("mine"));

    assertThat(grid.decided(named))
        .containsExactly("operation mine is cancelled, and others want the job (bots 11)");
    assertThat(grid.now(named, 4000).get(0))
        .startsWith("is cancelled; its job a waits because no bot fits");
  }

  @Test
  void nobodyIsKnownWhoIsNotThere() {
    assertThat(new BotsWhy().kinds()).containsExactly("job", "bot", "cohort", "operation");
    for (String kind : new BotsWhy().kinds()) {
      assertThat(new BotsWhy().now(new Thing(kind, "x"), grid.state(), 0)).isEmpty();
    }
  }
}
