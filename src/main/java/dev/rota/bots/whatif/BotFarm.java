package dev.rota.bots.whatif;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.Submitted;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.whatif.RecordedRunningTimes.Run;
import dev.rota.bots.whatif.RecordedRunningTimes.Work;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.FleetModel;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The bots of a grid, as a model: they come, go and synchronise as recorded, and run a job as long
 * as it ran. With the recorded policy and fleet, they send what they sent.
 */
final class BotFarm implements Participants<BotsState, BotsFact> {
  /** A lease. It ends then unless the grid ends it before. */
  private record Running(String job, String bot, int attempt, long endAt, LeaseReport report) {}

  private static final Comparator<Running> FIRST =
      Comparator.comparingLong(Running::endAt)
          .thenComparing(Running::bot)
          .thenComparing(Running::job);

  private final FleetModel fleet;
  private final RecordedBots history = new RecordedBots();
  private final Map<String, Running> running = new TreeMap<>();
  private final TreeSet<Running> ends = new TreeSet<>(FIRST);
  private final Map<Work, Integer> completed = new HashMap<>();

  /** What each bot said last. */
  private final Map<String, BotHeartbeat> said = new HashMap<>();

  private final Map<String, Integer> priorities;

  /**
   * Knows nothing yet.
   *
   * @param priorities of jobs that have others than recorded
   */
  BotFarm(FleetModel fleet, Map<String, Integer> priorities) {
    this.fleet = fleet;
    this.priorities = priorities;
  }

  @Override
  public void recorded(Past turn, List<BotsFact> facts) {
    history.recorded(turn, facts, fleet);
  }

  @Override
  public void begin(long endMillis) {
    history.end(endMillis);
    fleet.begin();
  }

  @Override
  public List<Sent> instead(Past turn, BotsState now) {
    Sent input = turn.input();
    if (!(input.record() instanceof BotHeartbeat beat)) {
      return List.of(submitted(input));
    }
    List<Sent> beats = new ArrayList<>();
    for (String bot : fleet.insteadOf(beat.getBot(), turn.atMillis())) {
      BotHeartbeat fitted = fitted(bot, beat, turn, now);
      beats.add(new Sent(input.topic(), input.atMillis(), fitted));
    }
    return beats;
  }

  private Sent submitted(Sent input) {
    if (!(input.record() instanceof JobEvent job)
        || !(job.getEvent() instanceof Submitted one)
        || !priorities.containsKey(one.getJob())) {
      return input;
    }
    Submitted changed = Submitted.newBuilder(one).setPriority(priorities.get(one.getJob())).build();
    return new Sent(input.topic(), input.atMillis(), new JobEvent(job.getGrid(), changed));
  }

  /** What the bot says now in place of a recorded heartbeat. */
  private BotHeartbeat fitted(String bot, BotHeartbeat beat, Past turn, BotsState now) {
    BotHeartbeat.Builder fitted = BotHeartbeat.newBuilder(beat).setBot(bot);
    if (history.isRefused(turn.number()) || now == null) {
      return fitted.build();
    }
    Bot live = now.bot(bot);
    if (history.isOfItsSession(turn.number())) {
      fitted.setSession(live == null ? null : live.spec().session());
    }
    if (!beat.getClosing()) {
      said.put(bot, BotHeartbeat.newBuilder(fitted).setLeases(List.of()).build());
    }
    boolean same = beat.getClosing() || beat.getRegistering();
    return same ? fitted.build() : fitted.setLeases(reports(bot, beat, turn)).build();
  }

  private List<LeaseReport> reports(String bot, BotHeartbeat beat, Past turn) {
    List<LeaseReport> reports = new ArrayList<>();
    Set<String> over = new HashSet<>();
    for (LeaseReport report : beat.getLeases()) {
      Running lease = running.get(report.getJob());
      Running held = lease != null && lease.bot.equals(bot) ? lease : null;
      boolean ended = history.hasCompleted(turn.number(), report.getJob());
      if (report.getState() == ReportedState.COMPLETED && !ended) {
        reports.add(report); // it did nothing in history
      } else if (held != null && ended && report.getState() == ReportedState.COMPLETED) {
        reports.add(report(held, turn.atMillis(), over));
      } else if (held != null) {
        reports.add(report);
      }
    }
    ends.stream()
        .takeWhile(lease -> lease.endAt <= turn.atMillis())
        .filter(lease -> lease.bot.equals(bot) && !over.contains(lease.job))
        .forEach(lease -> reports.add(report(lease, turn.atMillis(), over)));
    return reports;
  }

  private static LeaseReport report(Running lease, long atMillis, Set<String> over) {
    if (lease.endAt > atMillis) {
      return report(lease, ReportedState.ACTIVE);
    }
    over.add(lease.job);
    LeaseReport as = lease.report;
    return as == null
        ? report(lease, ReportedState.COMPLETED)
        : LeaseReport.newBuilder(as).setAttempt(lease.attempt).build();
  }

  private static LeaseReport report(Running lease, ReportedState state) {
    return new LeaseReport(lease.job, state, null, null, lease.attempt, null);
  }

  @Override
  public void decided(List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease) {
        start(lease);
      } else if (fact instanceof LeaseEnded lease) {
        Running over = running.remove(lease.job().name());
        if (over != null) {
          ends.remove(over);
        }
        if (lease.ending() == LeaseEnd.COMPLETED) {
          completed.merge(Work.of(lease.job()), 1, Integer::sum);
        }
      }
    }
  }

  private void start(LeaseStarted lease) {
    Work work = Work.of(lease.job());
    int before = completed.getOrDefault(work, 0);
    Run run = history.times().of(work, lease.attempt(), before);
    long at = lease.atMillis();
    long endAt = run.millis() > Long.MAX_VALUE - at ? Long.MAX_VALUE : at + run.millis();
    Running one =
        new Running(lease.job().name(), lease.bot(), lease.attempt(), endAt, run.report());
    running.put(one.job, one);
    boolean silent =
        history.beats().isSilent(fleet.original(one.bot), endAt) || fleet.isRemoved(one.bot, endAt);
    if (endAt < Long.MAX_VALUE && !silent) {
      ends.add(one);
    }
  }

  @Override
  public long nextMillis() {
    return Math.min(fleet.nextMillis(), endMillis());
  }

  private long endMillis() {
    return ends.isEmpty() ? Engine.NEVER : ends.first().endAt;
  }

  /** An added bot registers when the fleet changes. */
  private Sent joined() {
    long at = fleet.nextMillis();
    String bot = fleet.next();
    BotHeartbeat like = said.get(fleet.original(bot));
    if (like == null) {
      return null; // it comes when that one does
    }
    BotHeartbeat beat = BotHeartbeat.newBuilder(like).setBot(bot).setSession(null).build();
    said.put(bot, beat);
    return new Sent(BotsWire.HEARTBEATS, at, beat);
  }

  /** A recorded heartbeat of that time tells it. */
  @Override
  public long nextTurn() {
    if (fleet.nextMillis() <= endMillis()) {
      return 0;
    }
    Running first = ends.first();
    boolean told = history.beats().wasHeard(fleet.original(first.bot), first.endAt);
    return told ? Long.MAX_VALUE - 1 : 0;
  }

  @Override
  public Sent next(BotsState now) {
    if (fleet.nextMillis() <= endMillis()) {
      return joined();
    }
    Running first = ends.first();
    Bot live = now.bot(first.bot);
    List<LeaseReport> reports = new ArrayList<>();
    for (Running lease : running.values()) {
      if (lease.bot.equals(first.bot)) {
        reports.add(report(lease, first.endAt, new HashSet<>()));
      }
    }
    ends.removeIf(lease -> lease.endAt == first.endAt && lease.bot.equals(first.bot));
    BotHeartbeat beat =
        BotHeartbeat.newBuilder(said.get(first.bot))
            .setSession(live == null ? null : live.spec().session())
            .setRegistering(false)
            .setLeases(reports)
            .build();
    return new Sent(BotsWire.HEARTBEATS, first.endAt, beat);
  }

  @Override
  public List<String> assumed() {
    return history.times().assumed();
  }
}
