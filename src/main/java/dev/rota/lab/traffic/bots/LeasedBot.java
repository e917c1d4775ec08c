package dev.rota.lab.traffic.bots;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A simulated bot that runs what its grid's engine leases it. */
final class LeasedBot {
  /**
   * A job that the bot runs, or has run and reports.
   *
   * @param since the engine's time of the lease, epoch ms
   */
  record Held(LeaseReport report, long since) {}

  private static final Set<BotOutcomeKind> LIVES =
      EnumSet.of(BotOutcomeKind.REGISTERED, BotOutcomeKind.SYNCHRONISED);

  private final BotHeartbeat machine;
  private final Map<String, Held> held = new TreeMap<>();

  /** Jobs whose end was reported, and not answered yet. */
  private final Set<String> reported = new TreeSet<>();

  /**
   * Null: not known, or over. A lease names it, and so does the answer to a heartbeat without it.
   */
  private String session;

  LeasedBot(BotHeartbeat machine) {
    this.machine = machine;
  }

  String name() {
    return machine.getBot();
  }

  /** An end is reported once, however late its answer comes: heartbeats stay in their order. */
  BotHeartbeat beat() {
    List<LeaseReport> reports = new ArrayList<>();
    held.forEach(
        (job, lease) -> {
          if (!reported.contains(job)) {
            reports.add(lease.report());
          }
          if (lease.report().getState() == ReportedState.COMPLETED) {
            reported.add(job);
          }
        });
    return BotHeartbeat.newBuilder(machine).setSession(session).setLeases(reports).build();
  }

  /**
   * Starts a job.
   *
   * @param attempt null: not known
   */
  Held start(String job, Integer attempt, long since) {
    Held lease = new Held(GridRecords.active(job, attempt), since);
    held.put(job, lease);
    reported.remove(job);
    return lease;
  }

  /** The lease may come before the answer that names the session: it names it too. */
  void belongs(String itsSession) {
    session = session == null ? itsSession : session;
  }

  /** Returns false if the bot no longer has this lease. */
  boolean finish(Held lease, StatusCode code) {
    LeaseReport was = lease.report();
    LeaseReport done = GridRecords.completed(was.getJob(), code, was.getAttempt());
    return held.replace(was.getJob(), lease, new Held(done, lease.since()));
  }

  void stop(String job) {
    held.remove(job);
    reported.remove(job);
  }

  /**
   * Takes the engine's answer. Leases come on another topic, so the bot may have heard of one that
   * is later than the answer: it keeps that.
   *
   * @param at the engine's time of the answer, epoch ms
   * @return jobs that the bot holds and does not know: it was started again
   */
  Set<String> answer(BotOutcome said, long at) {
    boolean lives = LIVES.contains(said.getOutcome());
    session = lives ? said.getSession() : null;
    if (!lives) {
      return Set.of(); // what it held ends on the other topic
    }
    Set<String> leases = new TreeSet<>(said.getLeases());
    held.entrySet().removeIf(one -> one.getValue().since < at && !leases.contains(one.getKey()));
    reported.retainAll(held.keySet());
    leases.removeAll(held.keySet());
    return leases;
  }
}
