package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.PropertySet;
import dev.rota.bots.Quota;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobLeftAlone;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lanes of rules 2 are decided as they were, and become lanes of rules 3 when they adopt those. */
class SecondRulesTest {
  private static final String FIRST_BY_UNITS = "\ud83d\ude00";
  private static final String FIRST_BY_CODE_POINTS = "\uff5e";

  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid(RulesVersion.SECOND);

  private static BotPolicy.Builder cohort() {
    return BotPolicy.newBuilder()
        .setGrid("grid")
        .setCohorts(List.of(new Cohort("c", List.of("unknown"))));
  }

  private void take(BotPolicy.Builder policy) {
    grid.take(1, new BotsWire().read(policy.build()));
  }

  private List<BotsFact> beat(String bot, boolean closing, Report... reports) {
    return grid.take(
        2, new TestBot(bot).capacity(2).reports(List.of(reports)).closing(closing).beat());
  }

  private List<BotsFact> submit(String job, PropertyPair... needs) {
    SortedProperties properties = SortedProperties.of(List.of(needs));
    return grid.take(3, new TestJob(job).needs(properties).submit());
  }

  /** The quota of a job that runs is dropped and comes back. */
  private void quotaComesBack() {
    BotPolicy.Builder limited = cohort().setQuotas(List.of(new Quota("c", "i", 0, 1)));
    take(limited);
    beat("w", false);
    submit("a");
    take(cohort());
    take(limited);
  }

  private int usage() {
    return grid.state().quotas().get("c", "i").usage();
  }

  @Test
  void aNewQuotaCountedFrom0AndIsCountedAnewWhenTheLaneAdoptsTheNextRules() {
    quotaComesBack();
    assertThat(usage()).isZero();
    grid.adopt();
    assertThat(usage()).isOne();
    grid.checkInvariants();
    grid.rebuild();
    assertThat(usage()).isOne();
  }

  @Test
  void parkedJobsBackOffWhenTheLaneAdoptsTheNextRules() {
    take(BotPolicy.newBuilder().setGrid("grid").setDispatch(Dispatch.ON_INTERVAL));
    assertThat(grid.state().policy().pacing().parkedBackOff()).isFalse();
    grid.rebuild();
    assertThat(grid.state().policy().pacing().parkedBackOff()).isFalse();
    grid.adopt();
    assertThat(grid.state().policy().pacing().parkedBackOff()).isTrue();
    grid.rebuild();
    assertThat(grid.state().policy().pacing().parkedBackOff()).isTrue();
  }

  /** A policy that says otherwise under rules 3 is not said anew by those after them. */
  @Test
  void laterRulesAdoptALaneOfRules3AsItIs() {
    take(cohort());
    assertThat(new BotsEngine().adopt(grid.state(), RulesVersion.SECOND.number())).hasSize(1);
    assertThat(new BotsEngine().adopt(grid.state(), RulesVersion.THIRD.number())).isEmpty();
  }

  @Test
  void aClosingHeartbeatCompletedNothing() {
    beat("w", false);
    submit("a");
    Report completed = new Report("a", Reported.COMPLETED, GrpcStatus.OK, 0, 1);
    assertThat(beat("w", true, completed))
        .hasAtLeastOneElementOfType(JobRetried.class)
        .doesNotHaveAnyElementsOfTypes(JobEnded.class, JobLeftAlone.class);
  }

  @Test
  void textsWereOrderedByUnits() {
    take(cohort().setPropertySet(PropertySet.newBuilder().setUniqueKeys(List.of()).build()));
    submit(
        "a",
        new PropertyPair("OSFamily", FIRST_BY_CODE_POINTS),
        new PropertyPair("OSFamily", FIRST_BY_UNITS));
    assertThat(grid.state().job("a").spec().label()).isEqualTo(FIRST_BY_UNITS);
    grid.adopt();
    submit(
        "b",
        new PropertyPair("OSFamily", FIRST_BY_CODE_POINTS),
        new PropertyPair("OSFamily", FIRST_BY_UNITS));
    assertThat(grid.state().job("b").spec().label()).isEqualTo(FIRST_BY_CODE_POINTS);
  }
}
