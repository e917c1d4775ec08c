package dev.rota.road.stream.time;

import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.TurnArrival;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets time pass on silent lanes of a task: a lane with a due deadline and no input takes a tick as
 * a turn, once the ends that a nudge names are reached.
 */
public final class Metronome {
  private static final Logger LOG = LoggerFactory.getLogger(Metronome.class);

  private final List<String> inputs;
  private final LaneDeadlines lanes;
  private final ClusterClock clock;
  private final TaskPulses pulses;
  private final TaskPulse pulse;
  private final BiConsumer<Lane, TurnArrival> take;

  /** The nudge that is waited for. Newer ones cannot push it away, or a backlog would stop time. */
  private TimeNudge waiting;

  /** The newest nudge behind it. Reached before it only if an input has lost records. */
  private TimeNudge newest;

  public Metronome(
      List<String> inputs,
      LaneDeadlines lanes,
      ClusterClock clock,
      TaskPulses pulses,
      TaskPulse pulse,
      BiConsumer<Lane, TurnArrival> take) {
    this.inputs = inputs;
    this.lanes = lanes;
    this.clock = clock;
    this.pulses = pulses;
    this.pulse = pulse;
    this.take = take;
  }

  /** Tells the pacemaker what is pending. Decides nothing. */
  public void beat() {
    pulse.due(lanes.earliestMillis());
  }

  /** A record of an input has been decided. */
  public void read(int input, long offset) {
    pulse.read(input, offset);
    if (waiting != null) {
      pass();
    }
  }

  /** A record of the time topic has come. An empty one only asks the broker for its time. */
  public void hear(byte[] value) {
    if (value == null || value.length == 0) {
      return;
    }
    Optional<TimeNudge> nudge = TimeNudge.decode(value, inputs);
    if (nudge.isEmpty()) {
      pulses.garbage();
      LOG.debug("a record of the time topic is no nudge");
      return;
    }
    if (waiting == null) {
      waiting = nudge.get();
    } else {
      newest = nudge.get();
    }
    pass();
  }

  private void pass() {
    while (waiting != null) {
      if (newest != null && isReached(newest)) {
        waiting = newest;
        newest = null;
      }
      if (!isReached(waiting)) {
        return;
      }
      long untilMillis = waiting.untilMillis();
      waiting = newest;
      newest = null;
      // Another host's clock may run ahead of what this one believes.
      tick(Math.min(untilMillis, clock.nowMillis()));
      pulse.passed(untilMillis);
    }
  }

  private boolean isReached(TimeNudge nudge) {
    for (int input = 0; input < inputs.size(); input++) {
      if (pulse.read(input) < nudge.ends().get(input)) {
        return false;
      }
    }
    return true;
  }

  private void tick(long untilMillis) {
    List<Lane> due = lanes.due(untilMillis);
    TurnArrival tick = new TurnArrival.Tick(untilMillis);
    due.forEach(lane -> take.accept(lane, tick));
    if (!due.isEmpty()) {
      pulse.due(lanes.earliestMillis());
    }
  }
}
