package dev.rota.bots.forecast;

import dev.rota.bots.forecast.LearnedRunningTimes.Group;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Expected;
import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Bots report each job as completed when its running time is over, and are never silent. */
final class GridExpectation implements Expectation<BotsInput, BotsFact> {
  private final BotsState state;
  private final LearnedRunningTimes times;
  private final TreeSet<End> ends = new TreeSet<>(End.ORDER);
  private final Map<String, End> byJob = new HashMap<>();
  private final Set<String> assumed = new LinkedHashSet<>();

  /** When a bot reports a job as completed, epoch ms. */
  private record End(long atMillis, String bot, String job, int attempt) {
    static final Comparator<End> ORDER =
        Comparator.comparingLong(End::atMillis).thenComparing(End::bot).thenComparing(End::job);

    boolean isWith(End other) {
      return atMillis == other.atMillis && bot.equals(other.bot);
    }
  }

  GridExpectation(BotsState state, LearnedRunningTimes times, long nowMillis) {
    this.state = state;
    this.times = times;
    assumed.add("no job is submitted or cancelled, and none fails");
    assumed.add("bots stay as they are and send their heartbeats in time");
    for (Leased lease : state.leases().byStart().all()) {
      Group group = new Group(lease.job().spec().label(), lease.bot().spec().cohort());
      long elapsed = Math.max(0, nowMillis - lease.startedAt());
      expect(
          lease.job().name(),
          lease.bot().name(),
          lease.job().attempt(),
          lease.startedAt(),
          times.total(group, elapsed, assumed));
    }
  }

  private void expect(String job, String bot, int attempt, long startedAt, long total) {
    if (total >= 0) {
      End end = new End(startedAt + total, bot, job, attempt);
      ends.add(end);
      byJob.put(job, end);
    }
  }

  @Override
  public Expected<BotsInput> next(long nowMillis) {
    Deadline silent = state.byExpiry().next("", 0, null);
    End end = ends.isEmpty() ? null : ends.first();
    if (end != null && (silent == null || end.atMillis <= silent.atMillis())) {
      return new Expected<>(Math.max(nowMillis, end.atMillis), heartbeat(end.bot, completed(end)));
    }
    return silent == null
        ? null
        : new Expected<>(Math.max(nowMillis, silent.atMillis()), heartbeat(silent.id(), List.of()));
  }

  /** What ends on one bot at one instant is in one report. */
  private List<Report> completed(End first) {
    List<Report> reports = new ArrayList<>();
    for (End end : ends) {
      if (!end.isWith(first)) {
        break;
      }
      reports.add(new Report(end.job, Reported.COMPLETED, GrpcStatus.OK, 0, end.attempt));
    }
    return reports;
  }

  private Heartbeat heartbeat(String bot, List<Report> reports) {
    return Heartbeat.of(state.bot(bot), reports);
  }

  @Override
  public void decided(BotsInput input, List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease) {
        Group group = new Group(lease.job().label(), lease.cohort());
        long total = times.total(group, 0, assumed);
        expect(lease.job().name(), lease.bot(), lease.attempt(), lease.atMillis(), total);
      } else if (fact instanceof LeaseEnded lease) {
        End end = byJob.remove(lease.job().name());
        if (end != null) {
          ends.remove(end);
        }
      }
    }
  }

  @Override
  public List<String> assumed() {
    return List.copyOf(assumed);
  }
}
