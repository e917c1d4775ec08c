package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.Quota;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Section 7: who takes whose place, and when. */
class PreemptionTest {
  private static final List<Cohort> NESTED =
      List.of(new Cohort("A", List.of("linux")), new Cohort("B", List.of("linux", "mac")));

  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();

  private static BotPolicy.Builder cohorts(List<Cohort> cohorts, String cohort) {
    return BotPolicy.newBuilder()
        .setGrid("grid")
        .setAssigner(AssignerKind.COHORT)
        .setCohorts(cohorts)
        .setQuotas(List.of(new Quota(cohort, "i", 1, 2), new Quota(cohort, "z", 0, 2)));
  }

  private void policy(BotPolicy.Builder policy) {
    grid.take(1, new BotsWire().read(policy.build()));
  }

  private void bot(String name, String... systems) {
    SortedProperties has =
        SortedProperties.of(
            List.of(systems).stream().map(one -> new PropertyPair("OSFamily", one)).toList());
    grid.take(2, new TestBot(name).has(has).beat());
  }

  private void job(long atMillis, String name, String instance, int priority) {
    SortedProperties needs = SortedProperties.of(List.of(new PropertyPair("OSFamily", "linux")));
    grid.take(
        atMillis, new TestJob(name).instance(instance).priority(priority).needs(needs).submit());
  }

  /** Who took whose place by then. */
  private List<String> evictions(long untilMillis) {
    List<BotsFact> facts = grid.take(untilMillis, null);
    List<String> evictions = new ArrayList<>();
    for (int i = 0; i < facts.size(); i++) {
      if (facts.get(i) instanceof LeaseEnded over && over.ending() == LeaseEnd.EVICTED) {
        LeaseStarted lease = (LeaseStarted) facts.get(i + 1);
        evictions.add(lease.job().name() + " for " + over.job().name() + " at " + over.atMillis());
      }
    }
    return evictions;
  }

  @ParameterizedTest
  @EnumSource(
      value = Dispatch.class,
      names = {"ON_EVENT", "ON_INTERVAL"})
  void aLabelMayBeInMoreThanOneCohortAndTheMinimumInALaterOne(Dispatch dispatch) {
    policy(cohorts(NESTED, "B").setDispatch(dispatch).setPreemptionDelayMs(1000));
    bot("b", "linux", "mac");
    job(3, "victim", "z", 50);
    job(5000, "waits", "i", 0);

    assertThat(evictions(60_000)).singleElement().asString().startsWith("waits for victim at ");
  }

  @Test
  void underPriorityAgeAJobIsOfTheFirstCohortThatHasItsLabel() {
    policy(cohorts(NESTED, "B").setAssigner(AssignerKind.PRIORITY_AGE).setPreemptionDelayMs(1000));
    bot("b", "linux", "mac");
    job(3, "victim", "z", 50);
    job(5000, "waits", "i", 0);

    assertThat(evictions(60_000)).isEmpty();
  }

  @Test
  void neitherTheFirstNorTheOldestOfItsKindKeepsAnEntitledJobWaiting() {
    policy(cohorts(NESTED, "A").setPreemptionDelayMs(10_000));
    bot("b", "linux");
    job(3, "victim", "z", 5);
    job(1000, "oldest", "i", 10);
    job(2000, "entitled", "i", 0);
    job(9000, "first", "i", -10);

    assertThat(evictions(60_000)).containsExactly("entitled for victim at 12001");
  }

  @Test
  void ofThoseWhoHaveWaitedLongEnoughTheFirstByPriorityGoes() {
    policy(cohorts(NESTED, "A").setPreemptionDelayMs(10_000).setMinimumRunTimeMs(30_000));
    bot("b", "linux");
    job(3, "victim", "z", 5);
    job(1000, "oldest", "i", 0);
    job(9000, "first", "i", -10);

    assertThat(evictions(60_000)).containsExactly("first for victim at 30003");
  }

  @Test
  void aVictimThatHasRunLongEnoughIsFoundBehindOneThatHasNot() {
    policy(cohorts(NESTED, "A").setPreemptionDelayMs(1000).setMinimumRunTimeMs(30_000));
    bot("b", "linux");
    bot("c", "linux");
    job(3, "long", "z", 5);
    job(20_000, "short", "z", 50);
    job(20_001, "needy", "i", 8);
    job(20_002, "urgent", "i", 0);

    assertThat(evictions(49_999)).containsExactly("urgent for long at 30003");
  }
}
