package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.rules.Grid;
import dev.rota.bots.rules.Tenants;
import dev.rota.bots.rules.TestBot;
import dev.rota.bots.rules.TestJob;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.values.TenancySettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Why a job waits: what can never be is said when it is submitted, and by the query. */
class WaitingTest {
  private static final CohortLabels LINUX = new CohortLabels("c", List.of("linux"));
  private static final CohortLabels MAC = new CohortLabels("m", List.of("mac"));

  private final Grid grid = new Grid();
  private long now = 1000;

  private void policy(boolean byCohort, TenancySettings tenancy) {
    GridPolicy policy = Tenants.of(GridPolicy.DEFAULT, byCohort, tenancy);
    assertThat(grid.take(++now, new Change(policy, List.of())))
        .hasOnlyElementsOfType(BotsFact.PolicyApplied.class);
  }

  private static TenancySettings tenancy(List<CohortLabels> cohorts, QuotaBounds... quotas) {
    return new TenancySettings(cohorts, List.of(quotas), List.of(), null);
  }

  private void bot(String name, String os, BotHealth health) {
    SortedProperties has = SortedProperties.of(List.of(new PropertyPair("OSFamily", os)));
    grid.take(++now, new TestBot(name).health(health).has(has).beat());
  }

  private JobQueued job(String name, String instance, String os) {
    SortedProperties needs = SortedProperties.of(List.of(new PropertyPair("OSFamily", os)));
    return grid.take(++now, new TestJob(name).instance(instance).needs(needs).submit()).stream()
        .filter(JobQueued.class::isInstance)
        .map(JobQueued.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private void waits(String name, String reason, String missing) {
    grid.rebuild();
    Map<String, Object> answer =
        BotsQueries.waiting(
            grid.state().job(name),
            new JobPositions(grid.state(), 300),
            new BotsQueries.WaitCauses(grid.state()));
    assertThat(answer.get("reason")).isEqualTo(reason);
    assertThat(answer.get("missing")).isEqualTo(missing);
  }

  private void unschedulable(String instance, String os, BotsReason reason, String missing) {
    String name = "j" + now;
    JobQueued queued = job(name, instance, os);
    assertThat(queued.reason()).isEqualTo(reason);
    assertThat(queued.missing()).isEqualTo(missing);
    waits(name, reason.name(), missing);
  }

  @Test
  void whatThePolicyNeverLetsRunIsSaidAtOnce() {
    policy(true, tenancy(List.of(LINUX), new QuotaBounds("c", "i", 0, 2)));
    unschedulable(
        "k", "linux", BotsReason.NO_QUOTA, "quotas: cohorts [c] have none for instance 'k'");
    unschedulable(
        "i", "mac", BotsReason.NO_COHORT, "cohorts: none has the label 'mac'; there are [c]");
    policy(true, tenancy(List.of(LINUX), new QuotaBounds("c", "i", 0, 0)));
    unschedulable(
        "i", "linux", BotsReason.MAX_QUOTA, "quotas: of cohorts [c], max is 0 for instance 'i'");
    policy(false, new TenancySettings(List.of(), List.of(), List.of(), List.of("a")));
    unschedulable(
        "i", "linux", BotsReason.NOT_SERVED, "assignerInstances: [a] are served, 'i' is not");
  }

  @Test
  void whatNoBotThatLivesMayRunIsSaidAtOnce() {
    policy(
        true,
        tenancy(
            List.of(LINUX, MAC), new QuotaBounds("c", "i", 0, 2), new QuotaBounds("m", "i", 0, 2)));
    bot("w", "linux", BotHealth.OK);
    unschedulable(
        "i", "win", BotsReason.NO_COHORT, "cohorts: none has the label 'win'; there are [c, m]");
    unschedulable(
        "i", "mac", BotsReason.NO_FITTING_BOT, "bot w comes nearest and lacks [OSFamily=mac]");

    policy(false, tenancy(List.of(LINUX), new QuotaBounds("c", "i", 0, 0)));
    unschedulable(
        "i",
        "linux",
        BotsReason.MAX_QUOTA,
        "bot w comes nearest, and its cohort 'c' has max 0 for instance 'i'");
  }

  /** The label says cohort m; the only bot that fits is of cohort c. */
  @Test
  void aBotOfAnotherCohort() {
    policy(
        true,
        tenancy(
            List.of(LINUX, MAC), new QuotaBounds("c", "i", 0, 2), new QuotaBounds("m", "i", 0, 2)));
    bot("w", "linux", BotHealth.OK);
    SortedProperties needs = SortedProperties.of(List.of(new PropertyPair("OSFamily", "linux")));
    Submit submit = new TestJob("a").label("mac").needs(needs).submit();
    grid.take(++now, submit);
    waits(
        "a", "NO_COHORT", "bot w comes nearest, and its cohort 'c' does not have the label 'mac'");
  }

  @Test
  void aBotOfNoCohort() {
    policy(true, tenancy(List.of(LINUX), new QuotaBounds("c", "i", 0, 2)));
    SortedProperties mac = SortedProperties.of(List.of(new PropertyPair("OSFamily", "mac")));
    grid.take(++now, new TestBot("w").has(mac).beat());
    Submit submit = new TestJob("a").label("linux").needs(mac).submit();
    grid.take(++now, submit);
    waits("a", "NO_COHORT", "bot w comes nearest, and is of no cohort");
  }

  @Test
  void whatMayRunIsQueuedAndWaitsForWhatItSays() {
    bot("w", "linux", BotHealth.UNHEALTHY);
    assertThat(job("a", "i", "linux").reason()).isNull();
    waits("a", "UNHEALTHY", "bot w fits, and is UNHEALTHY");
    bot("v", "linux", BotHealth.OK);
    assertThat(job("b", "i", "linux").reason()).isNull();
    waits("b", "NO_FREE_BOT", null);
    policy(false, tenancy(List.of(LINUX), new QuotaBounds("c", "i", 0, 1)));
    waits("b", "NO_FREE_BOT", null); // its bots are of no cohort yet
  }

  @Test
  void aQuotaThatIsUsedUpIsNoneThatIsMissing() {
    policy(true, tenancy(List.of(LINUX), new QuotaBounds("c", "i", 0, 1)));
    bot("v", "linux", BotHealth.OK);
    bot("w", "linux", BotHealth.OK);
    job("a", "i", "linux");
    assertThat(job("b", "i", "linux").reason()).isNull();
    waits("b", "QUOTA", null);
  }
}
