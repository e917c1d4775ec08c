package dev.rota.lab.traffic.bots;

import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobReason;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.monitor.BotsMonitor;
import dev.rota.bots.rules.BotsEngine;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.Traffic.Event;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;
import org.apache.avro.specific.SpecificRecord;

/**
 * An engine behind topics: it sees records late, each topic by another delay, and what it publishes
 * is heard late too, outcomes after later assignments.
 */
final class LateEngine {
  private static final long JOBS_LATE = 3;
  private static final long HEARTBEATS_LATE = 300;
  private static final long ASSIGNMENTS_LATE = 400;
  private static final long OUTCOMES_LATE = 1500;

  /** Between two looks at the queue. */
  private static final int TURNS = 1000;

  private record Coming(long at, long number, Runnable act) {}

  private final PriorityQueue<Coming> coming =
      new PriorityQueue<>(Comparator.comparingLong(Coming::at).thenComparingLong(Coming::number));
  private final BotsWire wire = new BotsWire();
  private final Stepper<BotsState, BotsInput, BotsFact> stepper =
      new Stepper<>(new BotsEngine(), new BotsState(new Tables(new TreeRows(), 0)));
  private long numbers;
  private long turns;
  private long now;
  private long waitedMost;
  private long started;
  private long refused;
  private Traffic.Workforce workforce;

  /**
   * Plays histories that start at a time.
   *
   * @param workers null: none hears the engine. What it publishes after {@code end} nobody hears.
   */
  void play(long start, long end, Iterator<Event> clients, Traffic.Workforce workers) {
    coming.clear();
    workforce = workers;
    now = start;
    Event first = clients.next();
    at(start, () -> send(start - first.atMillis(), clients, first));
    if (workers != null) {
      Event beat = workers.next();
      at(start, () -> send(start - beat.atMillis(), workers, beat));
    }
    while (coming.peek().at < end) {
      Coming next = coming.remove();
      now = next.at;
      next.act.run();
    }
  }

  private void at(long at, Runnable act) {
    coming.add(new Coming(at, numbers++, act));
  }

  private void send(long start, Iterator<Event> history, Event event) {
    at(
        now + (event.topic().equals(BotsWire.HEARTBEATS) ? HEARTBEATS_LATE : JOBS_LATE),
        () -> take(event.record()));
    Event next = history.next();
    at(start + next.atMillis(), () -> send(start, history, next));
  }

  private void take(SpecificRecord record) {
    for (BotsFact fact : stepper.take(new Turn<>("", 0, now, wire.read(record)))) {
      Output output = wire.write("", fact);
      if (output != null) {
        tell(output.record());
      }
    }
    if (++turns % TURNS == 0) {
      waitedMost = Math.max(waitedMost, vitals().waiting());
    }
  }

  private void tell(SpecificRecord output) {
    boolean assigns = output instanceof Lease;
    refused += isRefusedReport(output) ? 1 : 0;
    started += assigns && ((Lease) output).getState() == LeaseState.ACTIVE ? 1 : 0;
    if (workforce != null) {
      at(now + (assigns ? ASSIGNMENTS_LATE : OUTCOMES_LATE), () -> workforce.hear(output));
    }
  }

  private static boolean isRefusedReport(SpecificRecord output) {
    return output instanceof GridOutcome outcome
        && outcome.getEvent() instanceof JobOutcome job
        && job.getReason() == JobReason.INVALID_TRANSITION;
  }

  /** Returns the number of reports that were refused, of leases that had ended. */
  long refused() {
    return refused;
  }

  /** Returns how many jobs wait and how many leases are held, and since when. */
  QueueVitals vitals() {
    return new BotsMonitor().vitals(stepper.state());
  }

  /** Returns the most jobs that waited, of all looks at the queue. */
  long waitedMost() {
    return waitedMost;
  }

  /** Returns the number of leases so far. */
  long started() {
    return started;
  }
}
