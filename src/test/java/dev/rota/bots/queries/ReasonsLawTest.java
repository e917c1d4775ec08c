package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.queries.LiftedReasons.Asked;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.bots.GridTraffic;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What is said of who was not chosen is true: lift it, and the rules decide otherwise. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReasonsLawTest {
  static {
    GeneratedClasses.trust();
  }

  private final BotsWhy why = new BotsWhy();
  private final LiftedReasons reasons = new LiftedReasons();
  private final WhyNumbers numbers = new WhyNumbers();

  /** One lie is enough. */
  @BeforeAll
  void ask() {
    for (long seed = 1; seed <= 3 && isTrueSoFar(); seed++) {
      hostile(seed);
    }
    for (long seed = 1; seed <= TightGrid.USUAL_SEEDS + 4 && isTrueSoFar(); seed++) {
      tight(seed);
    }
  }

  private boolean isTrueSoFar() {
    return reasons.lies().isEmpty() && numbers.lies().isEmpty();
  }

  @Test
  void eachReasonIsWhatKeepsACandidateFromBeingChosen() {
    assertThat(reasons.lies()).isEmpty();
    assertThat(numbers.lies()).isEmpty();
  }

  @Test
  void eachReasonIsReached() {
    assertThat(reasons.unreached()).isEmpty();
    assertThat(numbers.unreached()).isEmpty();
  }

  private void tight(long seed) {
    WatchedGrid grid = new WatchedGrid((before, facts) -> decided(before, facts));
    TightGrid inputs = new TightGrid(seed);
    Random random = new Random(seed);
    long atMillis = 1000;
    for (int i = 0; i < 90; i++) {
      atMillis += random.nextInt(8) == 0 ? 6000 : random.nextInt(3) * random.nextInt(500);
      grid.take(atMillis, inputs.next(grid.state(), i));
      if (i % 4 == 3) {
        now(grid.state(), atMillis);
      }
    }
  }

  private void hostile(long seed) {
    WatchedGrid grid = new WatchedGrid((before, facts) -> decided(before, facts));
    long atMillis = 0;
    for (Traffic.Event event : SeededHistories.hostile(new GridTraffic(), "builds", seed, 60)) {
      if (event.record() != null) {
        atMillis = Math.max(atMillis, event.atMillis());
        grid.take(atMillis, new BotsWire().read(event.record()));
        if (event.atMillis() % 8 == 0) {
          now(grid.state(), atMillis);
        }
      }
    }
  }

  private void now(BotsState state, long atMillis) {
    for (Job job : state.jobs()) {
      Reason reason = why.now(GridThings.job(job.name()), state, atMillis).orElseThrow();
      numbers.ofJob(state, job, reason, atMillis);
      if (job.state() instanceof Queued) {
        reason.candidates().stream()
            .filter(one -> !one.chosen())
            .forEach(one -> check(state, job, one, null, atMillis));
      }
    }
    for (Bot bot : state.allBots()) {
      Reason reason = why.now(GridThings.bot(bot.name()), state, atMillis).orElseThrow();
      numbers.ofBot(state, bot, reason, atMillis);
      boolean fetched =
          reason.candidates().stream().anyMatch(one -> one.why().startsWith("is taken along"));
      for (Candidate one : reason.candidates()) {
        if (!one.chosen()) {
          String said = one.why().replaceFirst("^bot " + bot.name() + ": ", "");
          Job job = state.job(one.thing().id());
          reasons.check(new Asked(state, job, bot, null, null, fetched, atMillis), said);
        }
      }
    }
    state
        .policy()
        .tenancy()
        .cohorts()
        .forEach(
            cohort ->
                numbers.ofCohort(
                    state,
                    cohort.name(),
                    why.now(GridThings.cohort(cohort.name()), state, atMillis).orElseThrow()));
  }

  private void check(BotsState state, Job job, Candidate one, LeaseStarted lease, long atMillis) {
    if (one.thing().kind().equals(GridThings.BOT)) {
      Bot bot = state.bot(one.thing().id());
      reasons.check(new Asked(state, job, bot, null, lease, false, atMillis), one.why());
    } else {
      Leased victim = (Leased) state.job(one.thing().id()).state();
      reasons.check(new Asked(state, job, victim.bot(), victim, lease, false, atMillis), one.why());
    }
  }

  private Runnable decided(BotsState before, List<BotsFact> facts) {
    numbers.ofFacts(before, facts);
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease) {
        started(before, lease, facts);
      }
    }
    return () -> {};
  }

  private void started(BotsState before, LeaseStarted lease, List<BotsFact> facts) {
    Job winner = before.job(lease.job().name());
    Leased victim = null;
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseEnded ended && ended.ending() == LeaseEnd.EVICTED) {
        victim = (Leased) before.job(ended.job().name()).state();
      }
    }
    Reason reason = last(why.decided(GridThings.job(winner.name()), before, facts));
    Candidate chosen = reason.candidates().get(0);
    assertThat(chosen.chosen()).isTrue();
    assertThat(chosen.thing().id()).isEqualTo(victim == null ? lease.bot() : victim.job().name());
    numbers.ofLease(before, lease, reason);
    for (Candidate one : reason.candidates().subList(1, reason.candidates().size())) {
      assertThat(one.chosen()).isFalse();
      Job other = before.job(one.thing().id());
      if (one.thing().kind().equals(GridThings.JOB) && other.state() instanceof Queued) {
        rival(before, other, one.why(), lease, victim);
      } else {
        check(before, winner, one, lease, lease.atMillis());
      }
    }
    if (victim != null) {
      for (Candidate one :
          last(why.decided(GridThings.bot(lease.bot()), before, facts)).candidates()) {
        if (!one.chosen()) {
          rival(before, before.job(one.thing().id()), one.why(), lease, victim);
        }
      }
    }
  }

  private void rival(BotsState before, Job job, String said, LeaseStarted lease, Leased victim) {
    Bot bot = before.bot(lease.bot());
    boolean fetched = lease.found() == MatchStrategy.PROACTIVE;
    reasons.check(new Asked(before, job, bot, victim, lease, fetched, lease.atMillis()), said);
  }

  private static Reason last(List<Reason> reasons) {
    return reasons.get(reasons.size() - 1);
  }
}
