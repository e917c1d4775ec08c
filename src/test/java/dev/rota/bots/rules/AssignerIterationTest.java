package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.Quota;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 3, ON_INTERVAL: who is considered, and what is said of it. */
class AssignerIterationTest {
  private static final List<Cohort> COHORTS =
      List.of(new Cohort("l", List.of("linux")), new Cohort("m", List.of("mac")));

  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();

  private static BotPolicy.Builder policy(AssignerKind assigner) {
    return BotPolicy.newBuilder()
        .setGrid("grid")
        .setAssigner(assigner)
        .setDispatch(Dispatch.ON_INTERVAL)
        .setKeepaliveMs(600_000)
        .setCohorts(COHORTS)
        .setQuotas(List.of(new Quota("l", "i", 0, 9), new Quota("m", "k", 0, 0)));
  }

  private void take(BotPolicy.Builder policy) {
    grid.take(1000, new BotsWire().read(policy.build()));
  }

  private void bot(String name, String os, int capacity) {
    SortedProperties has = SortedProperties.of(List.of(new PropertyPair("OSFamily", os)));
    grid.take(1001, new TestBot(name).capacity(capacity).has(has).beat());
  }

  private void job(long atMillis, String name, String instance, int priority) {
    grid.take(
        atMillis, new TestJob(name).instance(instance).priority(priority).label("linux").submit());
  }

  private List<LeaseStarted> leases(long untilMillis) {
    List<LeaseStarted> leases = new ArrayList<>();
    for (BotsFact fact : grid.take(untilMillis, null)) {
      if (fact instanceof LeaseStarted lease) {
        leases.add(lease);
      }
    }
    return leases;
  }

  private List<BotsReason> backedOff(long untilMillis) {
    return grid.take(untilMillis, null).stream()
        .filter(JobBackedOff.class::isInstance)
        .map(fact -> ((JobBackedOff) fact).reason())
        .distinct()
        .toList();
  }

  @Test
  void aCohortsAssignerGoesByPriorityWhateverThePercentage() {
    take(policy(AssignerKind.COHORT).setPriorityPercentage(0).setIntervalMs(10_000));
    bot("w", "linux", 1);
    job(1002, "old", "i", 5);
    job(1002, "urgent", "i", -5);

    assertThat(leases(60_000))
        .singleElement()
        .satisfies(lease -> assertThat(lease.job().name()).isEqualTo("urgent"));
  }

  @Test
  void aDrawnJobIsSaidToHaveBeenDrawnSo() {
    take(
        policy(AssignerKind.PRIORITY_AGE)
            .setQuotas(List.of())
            .setPriorityPercentage(50)
            .setIntervalMs(10_000));
    bot("w", "linux", 40);
    for (int i = 0; i < 40; i++) {
      job(1002, "j" + i, "i", -i);
    }

    List<LeaseStarted> leases = leases(60_000);
    assertThat(leases).hasSize(40);
    int oldest = 0;
    for (LeaseStarted lease : leases.subList(0, 30)) {
      boolean isOldest = lease.job().name().equals("j" + oldest);
      assertThat(lease.reason()).isEqualTo(isOldest ? BotsReason.AGE : BotsReason.PRIORITY);
      oldest += isOldest ? 1 : 0;
    }
    assertThat(oldest).isBetween(5, 25);
  }

  @Test
  void bothAssignersSayWhetherThereIsNoBotOrNoQuota() {
    take(policy(AssignerKind.COHORT));
    bot("l", "linux", 1);
    bot("m", "mac", 1);
    job(1002, "a", "i", 0);
    job(1002, "b", "i", 0);
    assertThat(backedOff(30_000)).containsExactly(BotsReason.NO_BOT);

    take(policy(AssignerKind.PRIORITY_AGE));
    assertThat(leases(60_000)).hasSize(1);
    job(60_000, "c", "k", 0);
    assertThat(backedOff(90_000)).containsExactly(BotsReason.NO_BOT);
    grid.take(
        90_000,
        new TestBot("n")
            .has(SortedProperties.of(List.of(new PropertyPair("OSFamily", "mac"))))
            .beat());
    job(90_001, "d", "k", 0);
    assertThat(backedOff(120_000)).containsExactly(BotsReason.MAX_QUOTA);
  }
}
