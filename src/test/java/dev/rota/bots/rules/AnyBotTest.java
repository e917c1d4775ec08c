package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Quota;
import dev.rota.bots.Reading;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Sections 3.2 and 5, ON_EVENT, where a cohort's assigner may use any bot: its own quotas say
 * whether it looks for a job, and those of the bot's cohort whether the charge holds (V081).
 */
class AnyBotTest {
  private static final List<Cohort> COHORTS =
      List.of(new Cohort("l", List.of("linux")), new Cohort("m", List.of("mac")));

  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();
  private long now = 1000;

  private static BotPolicy.Builder policy(Quota... quotas) {
    return BotPolicy.newBuilder()
        .setGrid("grid")
        .setAssigner(AssignerKind.COHORT)
        .setBotsOfCohortOnly(false)
        .setCohorts(COHORTS)
        .setQuotas(List.of(quotas));
  }

  private static SortedProperties properties(String... pairs) {
    List<PropertyPair> all = new ArrayList<>();
    for (String pair : pairs) {
      String[] parts = pair.split("=", 2);
      all.add(new PropertyPair(parts[0], parts[1]));
    }
    return SortedProperties.of(all);
  }

  private void take(BotPolicy.Builder policy) {
    grid.take(++now, new BotsWire().read(policy.build()));
  }

  private void bot(String name, int capacity, String... has) {
    grid.take(++now, new TestBot(name).capacity(capacity).has(properties(has)).beat());
  }

  private List<BotsFact> job(String name, String label) {
    List<BotsFact> facts = grid.take(++now, new TestJob(name).label(label).submit());
    grid.checkInvariants();
    return facts;
  }

  private static LeaseStarted lease(List<BotsFact> facts) {
    return (LeaseStarted)
        facts.stream().filter(LeaseStarted.class::isInstance).findFirst().orElse(null);
  }

  private void waitsFor(List<BotsFact> facts, BotsReason reason) {
    assertThat(lease(facts)).isNull();
    assertThat(((JobQueued) facts.get(0)).reason()).isEqualTo(reason);
  }

  @Test
  void aBotOfNoCohortIsUsedAndChargedToNobody() {
    take(policy(new Quota("l", "i", 0, 1)));
    bot("w", 2, "OSFamily=win");

    LeaseStarted lease = lease(job("a", "linux"));
    assertThat(lease.bot()).isEqualTo("w");
    assertThat(lease.cohort()).isNull();
    assertThat(lease.reason()).isEqualTo(BotsReason.BELOW_MAXIMUM);
    assertThat(lease(job("b", "linux"))).isNotNull();
    assertThat(grid.state().quotas().get("l", "i").usage()).isZero();
  }

  @Test
  void aBotOfAnotherCohortIsNoneForAnInstanceWithoutAQuotaInItsOwn() {
    take(policy(new Quota("m", "i", 0, 2)));
    bot("w", 1, "OSFamily=mac");

    waitsFor(job("a", "linux"), BotsReason.NO_QUOTA);
    take(policy(new Quota("m", "i", 0, 2), new Quota("l", "i", 0, 0)));
    waitsFor(job("b", "linux"), BotsReason.MAX_QUOTA);
    take(policy(new Quota("m", "i", 0, 2), new Quota("l", "i", 0, 1)));
    assertThat(grid.state().job("a").state()).isInstanceOf(Leased.class);
    assertThat(grid.state().quotas().get("m", "i").usage()).isEqualTo(1);
  }

  @Test
  void theGuardOfTheChargeIsThatOfTheBotsCohort() {
    take(policy(new Quota("l", "i", 1, 2), new Quota("m", "i", 0, 1)));
    bot("w", 2, "OSFamily=mac");

    assertThat(lease(job("a", "linux")).reason()).isEqualTo(BotsReason.BELOW_MAXIMUM);
    waitsFor(job("b", "linux"), null);
    assertThat(grid.state().quotas().get("m", "i").usage()).isEqualTo(1);
  }

  /** The code samples whatever fits; which of it is alike makes no difference. */
  @Test
  void aSampleIsOfAllBotsThatFitWhateverElseTheyHave() {
    List<String> alike = leases("ISA=x86");
    grid.rebuild();
    assertThat(leases("ISA=arm")).isEqualTo(alike);
  }

  private static List<String> leases(String ofFullOnes) {
    AnyBotTest other = new AnyBotTest();
    other.take(
        policy(new Quota("l", "i", 0, 99))
            .setReading(Reading.CODE)
            .setSampleSize(1)
            .setSampleAttempts(2));
    for (int i = 0; i < 4; i++) {
      other.bot("full-" + i, 1, "OSFamily=linux", ofFullOnes);
      other.job("filler-" + i, "linux");
    }
    for (int i = 0; i < 4; i++) {
      other.bot("w-" + i, 9, "OSFamily=linux", "ISA=x86");
    }
    List<String> leases = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      leases.add(lease(other.job("j-" + i, "linux")).bot());
    }
    return leases;
  }
}
