package dev.rota.bots.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.JobEvent;
import dev.rota.bots.Quota;
import dev.rota.bots.Submitted;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.rules.Awaited;
import dev.rota.bots.rules.BotsInvariants;
import dev.rota.bots.rules.Grid;
import dev.rota.bots.rules.TestBot;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.wire.BotsWire;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each invariant is seen to fail: a state is broken in one way, and one name is called. */
class BotsInvariantsTest {
  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();
  private final BotsState state = grid.state();

  /** Job a of z runs on the one bot there is; b of i waits, and may evict it 20 s after 10. */
  @BeforeEach
  void setUp() {
    take(
        BotPolicy.newBuilder()
            .setGrid("grid")
            .setAssigner(AssignerKind.COHORT)
            .setCohorts(List.of(new Cohort("c", List.of("unknown"))))
            .setQuotas(List.of(new Quota("c", "i", 1, 1), new Quota("c", "z", 0, 1)))
            .build());
    take(BotHeartbeat.newBuilder().setGrid("grid").setBot("w").build());
    take(job("a", "z", 9));
    take(job("b", "i", 0));
    grid.checkInvariants();
    assertThat(Given.lease(state, "a").bot()).isEqualTo(state.bot("w"));
    assertThat(Awaited.eviction(state).atMillis()).isEqualTo(20_011);
  }

  private void take(SpecificRecord record) {
    grid.take(10, new BotsWire().read(record));
  }

  private static JobEvent job(String name, String instance, int priority) {
    return new JobEvent(
        "grid",
        Submitted.newBuilder().setJob(name).setInstance(instance).setPriority(priority).build());
  }

  private void broken(String... names) {
    assertThat(
            BotsInvariants.all().stream()
                .filter(one -> one.broken().apply(state).isPresent())
                .map(one -> one.name()))
        .containsExactly(names);
  }

  @Test
  void aBotWithRoomThatNobodyToldTheBoardOf() {
    state.bot("w").profile = new TestBot("w").capacity(2).profile();

    broken(
        "no eligible job waits while a bot that fits is free",
        "a bot is offered while it is well and has room");
  }

  @Test
  void aJobThatIsLeftBesideABotThatIsOffered() {
    state.refresh(state.bot("w"), new TestBot("w").capacity(2).profile(), 600_010);

    broken("no eligible job waits while a bot that fits is free");
  }

  @Test
  void aBotThatIsFullAndOffered() {
    state.bot("w").kind.putFree(state.bot("w"));
    state.board().open().add(state.bot("w").kind);

    broken("a bot is offered while it is well and has room");
  }

  @Test
  void anEvictionThatIsPlannedForAnotherTime() {
    state.job("b").priority = 9;

    broken("the next eviction is the first that may be");
  }

  @Test
  void aJobOnABotThatDoesNotHaveIt() {
    state.leases().byStart().remove(state.job("a").mark);

    broken("a job runs on the bot that holds it, and no other");
  }

  @Test
  void aChargeForNothing() {
    state.charge("c", "z", 1);

    broken("usage is never more than what is held");
  }

  @Test
  void aJobThatWaitsInTwoPlaces() {
    state.queue().resting().add(state.job("b"));

    broken("a job waits in one place");
  }

  /** As above, with timed iterations: b is parked, and may evict a, who has to run for 60 s. */
  private void park() {
    take(
        BotPolicy.newBuilder()
            .setGrid("grid")
            .setAssigner(AssignerKind.COHORT)
            .setDispatch(Dispatch.ON_INTERVAL)
            .setParkedJobsBackOff(false)
            .setPreemptionDelayMs(0)
            .setMinimumRunTimeMs(60_000)
            .setCohorts(List.of(new Cohort("c", List.of("unknown"))))
            .setQuotas(List.of(new Quota("c", "i", 1, 1), new Quota("c", "z", 0, 1)))
            .build());
    grid.take(30_000, null);
    grid.checkInvariants();
    assertThat(state.job("b").queued().parked).isTrue();
    assertThat(Awaited.workFrom(state)).isEqualTo(60_010);
  }

  @Test
  void aParkedJobThatNothingWakesWhenItsVictimHasRunLongEnough() {
    park();
    state.board().waiting().clear();
    state.touched();

    broken("the next iteration is the first that has something to do", "a job waits in one place");
  }

  @Test
  void aVictimThatNobodyNoticed() {
    park();
    Bot bot = state.bot("w");
    state.job("a").state = new Leased(state.job("a"), bot, MatchStrategy.CAPACITY, -40_000);
    bot.held.put("a", Given.lease(state, "a"));

    broken("the next iteration is the first that has something to do");
  }

  @Test
  void aJobThatIsPassedOver() {
    park();
    take(job("c", "i", 3));
    take(job("d", "i", 1));
    grid.checkInvariants();
    state.job("c").priority = -1;

    broken("an assigner considers the first job that there is something for");
  }
}
