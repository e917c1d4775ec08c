package dev.rota.lab.traffic.bots;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.LeaseState;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.rules.BotsEngine;
import dev.rota.bots.wire.BotsWire;
import dev.rota.lab.traffic.DecidedLane;
import dev.rota.lab.traffic.ParticipantHistory;
import dev.rota.lab.traffic.Traffic.Event;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/**
 * A simulated grid: clients submit jobs, and bots run their assignments, report and send
 * heartbeats. The simulation learns assignments by deciding its own events.
 */
final class BuildFarm implements Iterator<Event> {
  private static final Set<BotOutcomeKind> ENDS =
      EnumSet.of(BotOutcomeKind.LOST, BotOutcomeKind.CLOSED, BotOutcomeKind.SESSION_CLOSED);

  /** A job that runs until {@code doneAt}, epoch ms. */
  private record Running(String job, int attempt, long doneAt) {}

  private final DecidedLane<BotsState, BotsInput, BotsFact> lane =
      new DecidedLane<>(new BotsWire(), new BotsEngine(), BotsState::new);
  private final ParticipantHistory unfolding;
  private final Map<String, BotHeartbeat> machines = new TreeMap<>();
  private final Map<String, Map<String, Running>> running = new TreeMap<>();
  private final Map<String, String> sessions = new TreeMap<>();
  private final TreeSet<String> silent = new TreeSet<>();
  private final GridShape shape;
  private final SplittableRandom random;
  private final GridFaults faults;

  BuildFarm(GridShape shape, GridRecords requests, long seed, GridFaults faults) {
    this.shape = shape;
    this.unfolding = new ParticipantHistory(seed);
    this.random = unfolding.random();
    this.faults = faults;
    happen(BotsWire.POLICIES, shape.policy(), null);
    for (int i = 0; i < shape.bots(); i++) {
      BotHeartbeat bot = shape.bot(i, requests, random);
      String name = bot.getBot();
      machines.put(name, bot);
      unfolding.later(random.nextInt(1000), () -> beat(name));
    }
    new GridClients(shape, requests, unfolding, (topic, record) -> happen(topic, record, null))
        .start();
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Event next() {
    return unfolding.next();
  }

  /** Sends a bot's next heartbeat: completed jobs and running jobs. */
  private void beat(String name) {
    if (!silent.contains(name)) {
      List<LeaseReport> reports = new ArrayList<>();
      held(name).values().forEach(job -> reports.add(report(job)));
      BotHeartbeat beat =
          BotHeartbeat.newBuilder(machines.get(name))
              .setSession(faults.namesSession() ? sessions.get(name) : null)
              .setLeases(reports)
              .build();
      happen(BotsWire.HEARTBEATS, beat, name);
    } else if (random.nextInt(4) == 0) {
      silent.remove(name);
    }
    long next = Math.max(1, shape.beatMillis() / 2 + random.nextInt(shape.beatMillis()));
    for (Running job : held(name).values()) {
      next = Math.min(next, Math.max(1, job.doneAt - unfolding.nowMillis()));
    }
    unfolding.later(next, () -> beat(name));
  }

  private Map<String, Running> held(String bot) {
    return running.computeIfAbsent(bot, _ -> new TreeMap<>());
  }

  private LeaseReport report(Running job) {
    if (job.doneAt > unfolding.nowMillis()) {
      return GridRecords.active(job.job, job.attempt);
    }
    return GridRecords.completed(job.job, GridShape.code(random), job.attempt);
  }

  /** Sends the record as the faults change it, and applies the resulting facts. */
  private void happen(String topic, SpecificRecord sensible, String bot) {
    for (Event event : faults.upon(topic, unfolding.nowMillis(), sensible)) {
      unfolding.happen(event);
      for (BotsFact fact : lane.take(event.atMillis(), event.record())) {
        SpecificRecord told = lane.told(fact);
        if (told instanceof Lease lease) {
          follow(lease);
        } else if (told instanceof GridOutcome outcome) {
          follow(outcome);
        }
      }
    }
    if (bot != null && faults.silences()) {
      silent.add(bot);
    }
  }

  private void follow(GridOutcome outcome) {
    if (outcome.getEvent() instanceof BotOutcome bot) {
      if (bot.getOutcome() == BotOutcomeKind.REGISTERED) {
        sessions.put(bot.getBot(), bot.getSession());
      } else if (ENDS.contains(bot.getOutcome())) {
        sessions.remove(bot.getBot());
      }
    }
  }

  private void follow(Lease lease) {
    if (lease.getState() == LeaseState.ACTIVE) {
      long doneAt = unfolding.nowMillis() + shape.run(random);
      held(lease.getBot())
          .put(lease.getJob(), new Running(lease.getJob(), lease.getAttempt(), doneAt));
    } else {
      held(lease.getBot()).remove(lease.getJob());
    }
  }
}
