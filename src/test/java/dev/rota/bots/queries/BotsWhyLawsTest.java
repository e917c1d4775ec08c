package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobFact.OperationCancelled;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.bots.GridTraffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Over histories of all kinds, nothing is without its reason, and no reason is empty. */
class BotsWhyLawsTest {
  private static final int SEEDS = 8;
  private static final int EVENTS = 120;

  static {
    GeneratedClasses.trust();
  }

  private final BotsWhy why = new BotsWhy();
  private final Set<String> seen = new TreeSet<>();
  private long reasons;

  @Test
  void everythingHasItsReasonAfterEveryTurn() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      play(SeededHistories.hostile(new GridTraffic(), "builds", seed, EVENTS));
    }
    assertThat(seen)
        .contains("LeaseStarted", "LeaseEnded", "JobQueued", "JobRefused", "JobRetried", "BotGone");
    assertThat(reasons).isGreaterThan(1000);
  }

  private void play(List<Traffic.Event> events) {
    WatchedGrid grid = new WatchedGrid((before, facts) -> () -> decided(before, facts));
    long atMillis = 0;
    for (Traffic.Event event : events) {
      if (event.record() != null) {
        atMillis = Math.max(atMillis, event.atMillis());
        grid.take(atMillis, new BotsWire().read(event.record()));
        now(grid.state(), atMillis);
        queries(grid.state());
      }
    }
  }

  private void now(BotsState state, long atMillis) {
    List<Thing> things = new ArrayList<>();
    state.jobs().forEach(job -> things.add(GridThings.job(job.name())));
    state.allBots().forEach(bot -> things.add(GridThings.bot(bot.name())));
    state.policy().tenancy().cohorts().forEach(one -> things.add(GridThings.cohort(one.name())));
    for (Thing thing : things) {
      check(why.now(thing, state, atMillis).orElseThrow(), state.policy());
    }
  }

  private static void queries(BotsState state) {
    QueryArguments none = new QueryArguments(Map.of());
    for (String query : List.of("state", "quotas", "leases", "deadlines", "eviction", "policy")) {
      var _ = BotsQueries.all().get(query).answer(state, none);
    }
    state
        .allBots()
        .forEach(
            bot ->
                assertThat(
                        BotsQueries.all()
                            .get("next")
                            .answer(state, new QueryArguments(Map.of("bot", bot.name()))))
                    .isInstanceOf(Map.class));
  }

  private void decided(BotsState before, List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      seen.add(fact.getClass().getSimpleName());
      for (Thing thing : named(before, fact)) {
        List<Reason> decided = why.decided(thing, before, facts);
        assertThat(decided).as("%s of %s", thing, fact).isNotEmpty();
        if (fact instanceof LeaseStarted && thing.kind().equals(GridThings.JOB)) {
          assertThat(decided.get(decided.size() - 1).candidates())
              .satisfies(one -> assertThat(one.get(0).chosen()).isTrue());
        }
      }
    }
    for (Job job : before.jobs()) {
      check(why.decided(GridThings.job(job.name()), before, facts), before.policy());
    }
    for (Bot bot : before.allBots()) {
      check(why.decided(GridThings.bot(bot.name()), before, facts), before.policy());
    }
    for (CohortLabels cohort : before.policy().tenancy().cohorts()) {
      check(why.decided(GridThings.cohort(cohort.name()), before, facts), before.policy());
    }
  }

  private void check(List<Reason> all, GridPolicy policy) {
    all.forEach(reason -> check(reason, policy));
  }

  private void check(Reason reason, GridPolicy policy) {
    reasons++;
    said(reason.what(), reason.rule(), policy);
    reason.candidates().forEach(one -> said(one.why(), one.rule(), policy));
  }

  /** A sample is blamed only where there is one, and an iteration likewise. */
  private static void said(String what, String rule, GridPolicy policy) {
    assertThat(what).isNotBlank().doesNotContain("null").doesNotEndWith(".");
    assertThat(rule).startsWith("bots ");
    if (what.contains("in the sample")) {
      assertThat(policy.scoring().sampleSize()).as(what).isPositive();
    }
    if (rule.equals("bots 3") && !what.contains("no job")) {
      assertThat(policy.onEvent()).as(what).isFalse();
    }
  }

  /** A heartbeat that only prolongs a session is no decision that anybody asks for. */
  private static List<Thing> named(BotsState before, BotsFact fact) {
    List<Thing> named = new ArrayList<>();
    if (fact instanceof LeaseStarted f) {
      named.add(GridThings.job(f.job().name()));
      named.add(GridThings.bot(f.bot()));
      named.add(GridThings.cohort(f.cohort()));
    } else if (fact instanceof LeaseEnded f) {
      named.add(GridThings.job(f.job().name()));
      named.add(GridThings.bot(f.bot()));
      named.add(GridThings.cohort(f.cohort()));
    } else if (fact instanceof BotRegistered f) {
      named.add(GridThings.bot(f.bot().name()));
      named.add(GridThings.cohort(f.bot().cohort()));
    } else if (fact instanceof BotGone f) {
      named.add(GridThings.bot(f.bot()));
      named.add(GridThings.cohort(f.cohort()));
    } else if (fact instanceof BotRefreshed f) {
      if (before.bot(f.bot()).profile().health() != f.profile().health()) {
        named.add(GridThings.bot(f.bot()));
      }
    } else if (fact instanceof BotSynchronised f) {
      named.add(GridThings.bot(f.bot()));
    } else if (fact instanceof BotRefused f) {
      named.add(GridThings.bot(f.bot()));
    } else if (fact instanceof HintRemembered f) {
      named.add(GridThings.bot(f.bot()));
    } else {
      named.add(GridThings.job(job(fact)));
    }
    named.removeIf(thing -> thing.id() == null);
    return named;
  }

  /** Null if it is about no job. */
  private static String job(BotsFact fact) {
    if (fact instanceof JobQueued f) {
      return f.job().name();
    }
    if (fact instanceof JobCached f) {
      return f.job().name();
    }
    if (fact instanceof JobJoined f) {
      return f.job();
    }
    if (fact instanceof JobRefused f) {
      return f.job();
    }
    if (fact instanceof OperationCancelled f) {
      return f.job();
    }
    if (fact instanceof JobBackedOff f) {
      return f.job();
    }
    if (fact instanceof JobRetried f) {
      return f.job();
    }
    if (fact instanceof JobEnded f) {
      return f.job();
    }
    return fact instanceof JobForgotten f ? f.job() : null;
  }
}
