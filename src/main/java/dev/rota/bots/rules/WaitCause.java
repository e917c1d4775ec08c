package dev.rota.bots.rules;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.kernel.engine.Deadline;
import java.util.Comparator;

/** What a job waits for. It is made for whoever asks; no decision waits for it. */
public sealed interface WaitCause {
  /** Nothing that comes by itself. */
  record Unschedulable(UnschedulableReason why) implements WaitCause {}

  /**
   * Bots fit and are permitted, and none is healthy.
   *
   * @param bot the first by name
   * @param why it gets no job
   */
  record Unhealthy(Bot bot, BotBarrier why) implements WaitCause {}

  record BackedOff(long triedAt, long untilMillis) implements WaitCause {}

  /**
   * A free bot may run it.
   *
   * @param at the iteration; null under ON_EVENT
   */
  record NextIteration(Deadline at) implements WaitCause {}

  /**
   * All bots that may run it are full.
   *
   * @param bots of these the healthy ones
   */
  record NoFreeBot(int bots) implements WaitCause {}

  /**
   * The quotas permit no bot now.
   *
   * @param quota of several, that of the first bot by name
   */
  record QuotaUsedUp(QuotaRow quota) implements WaitCause {}

  static WaitCause of(BotsView view, Job job) {
    UnschedulableReason never = UnschedulableReason.of(view, job.spec());
    if (never != null) {
      return new Unschedulable(never);
    }
    JobBin bin = view.board().asBin(JobBin.Key.of(job.spec()));
    Bot unhealthy = unhealthy(view, bin);
    if (unhealthy != null) {
      return new Unhealthy(unhealthy, BotBarrier.ofAnyJob(unhealthy));
    }
    if (((Queued) job.state()).resting()) {
      return new BackedOff(job.triedAt(), job.scheduleAfter());
    }
    boolean open = false;
    int healthy = 0;
    for (BinMatch match : bin.matches()) {
      if (QuotaTier.of(view.policy(), match).isOpen()) {
        if (!match.kind().free().isEmpty()) {
          return new NextIteration(GridOutlook.iteration(view));
        }
        open = true;
        healthy += (int) match.kind().members().values().stream().filter(Bot::isHealthy).count();
      }
    }
    return open ? new NoFreeBot(healthy) : new QuotaUsedUp(usedUp(view, bin));
  }

  /** The first bot by name that fits and is permitted, if none of these is healthy; or null. */
  private static Bot unhealthy(BotsView view, JobBin bin) {
    Comparator<String> names = view.version().texts();
    Bot first = null;
    for (BinMatch match : bin.matches()) {
      if (QuotaTier.of(view.policy(), match).isOpen()) {
        for (Bot bot : match.kind().members().values()) {
          if (bot.isHealthy()) {
            return null;
          }
          first = first == null || names.compare(bot.name(), first.name()) < 0 ? bot : first;
        }
      }
    }
    return first;
  }

  private static QuotaRow usedUp(BotsView view, JobBin bin) {
    return bin.matches().stream()
        .filter(match -> QuotaTier.of(view.policy(), match) == QuotaTier.AT_MAXIMUM)
        .min(
            Comparator.comparing(
                match -> match.kind().members().firstKey(), view.version().texts()))
        .map(BinMatch::quota)
        .orElseGet(() -> bin.shares().get(0).quota());
  }
}
