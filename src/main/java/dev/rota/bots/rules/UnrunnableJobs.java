package dev.rota.bots.rules;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobFact.JobLeftAlone;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Section 12: tells jobs that wait that no bot can run them any more, because the last one has left
 * or the policy is another.
 */
final class UnrunnableJobs {
  /** Of one turn: a bot may come and go while a million jobs wait. */
  static final int TOLD_MAX = 1000;

  private final BotsView view;
  private final Map<JobBin.Key, Optional<UnschedulableReason>> reasons = new HashMap<>();

  private UnrunnableJobs(BotsView view) {
    this.view = view;
  }

  /** Call it before the turn decides anything. The bot may be unknown, and it may stay. */
  static Step<BotsView, BotsFact> by(BotsView before, String name, long nowMillis) {
    Bot bot = before.bot(name);
    if (bot == null || before.version().isBefore(RulesVersion.THIRD)) {
      return _ -> List.of();
    }
    String[] leases = bot.held().keySet().toArray(new String[0]); // who goes holds none any more
    return view -> view.bot(name) == bot ? List.of() : gone(view, bot, leases, nowMillis);
  }

  private static List<BotsFact> gone(BotsView view, Bot bot, String[] leases, long nowMillis) {
    Set<String> held = Set.of(leases);
    return new UnrunnableJobs(view)
        .told(job -> held.contains(job.name()) || couldRun(view, bot, job), nowMillis);
  }

  /** Call it before the policy applies. */
  static Step<BotsView, BotsFact> byPolicy(BotsView before, long nowMillis) {
    if (before.version().isBefore(RulesVersion.THIRD)) {
      return _ -> List.of();
    }
    Set<JobBin.Key> hopeful = new UnrunnableJobs(before).hopes();
    return view ->
        new UnrunnableJobs(view)
            .told(job -> hopeful.contains(JobBin.Key.of(job.spec())), nowMillis);
  }

  private static boolean couldRun(BotsView view, Bot gone, Job job) {
    JobBin bin = view.board().asBin(JobBin.Key.of(job.spec()));
    if (!gone.kind().reaches(bin)) {
      return false;
    }
    BinMatch match = BinMatch.of(view.policy(), bin, gone.kind());
    return !view.policy().onEvent()
        || (bin.served() && !UnschedulableReason.isShut(view.policy(), match));
  }

  private List<BotsFact> told(Predicate<Job> hadOne, long nowMillis) {
    TreeSet<Job> first = new TreeSet<>(Job.BY_PRIORITY);
    forEachLost(
        job -> {
          if (hadOne.test(job) && first.add(job) && first.size() > TOLD_MAX) {
            first.remove(first.last());
          }
        });
    List<BotsFact> facts = new ArrayList<>(first.size());
    for (Job job : first) {
      UnschedulableReason reason = reason(job);
      facts.add(
          new JobLeftAlone(
              job.name(), job.instance(), reason.reason(), reason.missing(), nowMillis));
    }
    return facts;
  }

  /**
   * Visits the jobs that no bot can run. Those of a bin are alike: one of them is asked for all.
   */
  private void forEachLost(Consumer<Job> taker) {
    for (JobBin bin : view.board().waiting()) {
      if (reason(bin.heads(false).getFirst()) != null) {
        bin.forEach(taker);
      }
    }
    for (Job job : view.queue().resting()) {
      if (reason(job) != null) {
        taker.accept(job);
      }
    }
  }

  /** The bins of jobs that some bot can run. */
  private Set<JobBin.Key> hopes() {
    Set<JobBin.Key> hopes = new HashSet<>();
    Consumer<Job> one =
        job -> {
          if (reason(job) == null) {
            hopes.add(JobBin.Key.of(job.spec()));
          }
        };
    view.board().waiting().forEach(bin -> one.accept(bin.heads(false).getFirst()));
    view.queue().resting().forEach(one);
    view.leases().forEach(lease -> one.accept(lease.job()));
    return hopes;
  }

  /** Why no bot can run such jobs, or null. */
  private UnschedulableReason reason(Job job) {
    return reasons
        .computeIfAbsent(
            JobBin.Key.of(job.spec()),
            _ -> Optional.ofNullable(UnschedulableReason.sure(view, job.spec())))
        .orElse(null);
  }
}
