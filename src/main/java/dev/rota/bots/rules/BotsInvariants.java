package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Invariant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What holds in every state of a grid. Properties that depend on history, such as capacities and
 * maxima that were larger before, are tested per fact instead.
 */
public final class BotsInvariants {
  private BotsInvariants() {}

  public static List<Invariant<BotsState>> all() {
    return List.of(
        new Invariant<>(
            "no eligible job waits while a bot that fits is free", BotsInvariants::idle),
        new Invariant<>("the next eviction is the first that may be", BotsInvariants::mistimed),
        new Invariant<>(
            "the next iteration is the first that has something to do", BotsInvariants::mispaced),
        new Invariant<>(
            "an assigner considers the first job that there is something for",
            BotsInvariants::passedOver),
        new Invariant<>(
            "a bot is offered while it is well and has room", BotsInvariants::misoffered),
        new Invariant<>("a job runs on the bot that holds it, and no other", BotsInvariants::stray),
        new Invariant<>("usage is never more than what is held", BotsInvariants::overcharged),
        new Invariant<>("a job waits in one place", BotsInvariants::misplaced));
  }

  /** ON_EVENT only. ON_INTERVAL, a job waits for the next iteration. */
  private static Optional<String> idle(BotsState state) {
    return state.policy().onEvent() ? new BruteForceCheck(state).idle() : Optional.empty();
  }

  /** ON_EVENT only. ON_INTERVAL, a job waits for the next iteration. */
  private static Optional<String> mistimed(BotsState state) {
    if (!state.policy().onEvent()) {
      return Optional.empty();
    }
    Deadline next = Preemption.next(state);
    long planned = next == null ? Engine.NEVER : next.atMillis();
    long first = new BruteForceCheck(state).eviction();
    return planned == first
        ? Optional.empty()
        : Optional.of("planned for " + planned + ", and one may be at " + first);
  }

  /** ON_INTERVAL only. */
  private static Optional<String> mispaced(BotsState state) {
    if (state.policy().onEvent()) {
      return Optional.empty();
    }
    Deadline next = AssignerPace.next(state);
    long planned = next == null ? Engine.NEVER : next.atMillis();
    long from = new PacedBruteForceCheck(state).workFrom();
    long first = from == Engine.NEVER ? from : AssignerPace.instant(state.counters(), from);
    return planned == first
        ? Optional.empty()
        : Optional.of("planned for " + planned + ", and there is something at " + first);
  }

  /** ON_INTERVAL only: at the next iteration, by priority and by age. */
  private static Optional<String> passedOver(BotsState state) {
    if (state.policy().onEvent()) {
      return Optional.empty();
    }
    PacedBruteForceCheck scan = new PacedBruteForceCheck(state);
    long at = state.counters().nextIteration();
    for (String cohort : AssignerPace.assigners(state.policy())) {
      for (boolean age : List.of(false, true)) {
        AssignerIteration.Considered first =
            AssignerPace.iteration(state, cohort, at).considered(state, age);
        Job considered = first == null ? null : first.job();
        Job due = scan.considered(cohort, age, at);
        if (considered != due) {
          return Optional.of(
              "of cohort "
                  + cohort
                  + ", "
                  + named(considered)
                  + " is considered for "
                  + named(due));
        }
      }
    }
    return Optional.empty();
  }

  private static String named(Job job) {
    return job == null ? "no job" : "job " + job.name();
  }

  private static Optional<String> misoffered(BotsState state) {
    for (Bot bot : state.allBots()) {
      boolean offered =
          bot.kind().free().contains(bot) && state.board().open().contains(bot.kind());
      if (offered != BruteForceCheck.hasRoom(bot)) {
        return Optional.of("bot " + bot.name() + (offered ? " is full and offered" : " is unseen"));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> stray(BotsState state) {
    int held = 0;
    for (Bot bot : state.allBots()) {
      for (Leased lease : bot.held().values()) {
        held++;
        Job job = lease.job();
        if (lease.bot() != bot || job.state() != lease || state.job(job.name()) != job) {
          String stage = job.state().stage();
          return Optional.of("job " + job.name() + " on " + bot.name() + " is " + stage);
        }
      }
    }
    long executing = state.jobs().stream().filter(job -> job.state() instanceof Leased).count();
    return held == executing && held == state.leases().byStart().size()
        ? Optional.empty()
        : Optional.of(executing + " jobs run, " + held + " are held");
  }

  /** Usage may be less in rules 2: a new quota counted from 0 even if jobs ran (section 4). */
  private static Optional<String> overcharged(BotsState state) {
    Map<String, Integer> held = new TreeMap<>();
    for (Bot bot : state.allBots()) {
      for (Leased lease : bot.held().values()) {
        held.merge(bot.spec().cohort() + "/" + lease.job().instance(), 1, Integer::sum);
      }
    }
    for (QuotaRow quota : state.quotas().all()) {
      String key = quota.bounds().cohort() + "/" + quota.bounds().instance();
      if (quota.usage() < 0 || quota.usage() > held.getOrDefault(key, 0)) {
        return Optional.of(key + ": usage " + quota.usage() + " of " + held.get(key) + " held");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> misplaced(BotsState state) {
    SortedSet<Job> resting = state.queue().resting();
    List<Job> places = new ArrayList<>(resting);
    for (JobBin bin : state.board().waiting()) {
      bin.forEach(places::add);
    }
    for (Job job : places) {
      if (!(job.state() instanceof Queued queued) || queued.resting() != resting.contains(job)) {
        return Optional.of("job " + job.name() + " is " + job.state().stage() + " and waits");
      }
    }
    Set<Job> waiting = new HashSet<>(places);
    long queued = state.jobs().stream().filter(job -> job.state() instanceof Queued).count();
    int counted = state.queue().counts().queued();
    return places.size() == queued && waiting.size() == queued && counted == queued
        ? Optional.empty()
        : Optional.of(
            queued
                + " jobs wait, "
                + waiting.size()
                + " in "
                + places.size()
                + " places, "
                + counted
                + " are counted");
  }
}
