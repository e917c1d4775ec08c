package dev.rota.road.stream.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No record that was acknowledged before T is decided after a tick at T: whatever stalls, whoever
 * crashes, and with transactions on the inputs. And where everything has been read, time passes.
 */
class PassingTimeLawsTest {
  private static final int STEPS = 400;
  private static final List<String> INPUTS = List.of("renewals", "jobs");

  static LongStream seeds() {
    Long one = Long.getLong("rota.seed");
    return one == null
        ? LongStream.rangeClosed(1, Long.getLong("rota.laws.seeds", 300))
        : LongStream.of(one);
  }

  @ParameterizedTest(name = "-Drota.seed={0}")
  @MethodSource("seeds")
  void noTickPassesWhatWasAcknowledgedBeforeIt(long seed) {
    World world = new World(new Random(seed));
    for (int step = 0; step < STEPS; step++) {
      world.step();
    }
    world.settle();
  }

  /** A partition of an input. An offset is data, or what ends a transaction. */
  private static final class Log {
    private static final long OPEN = -1;
    private static final long NEVER = Long.MAX_VALUE;

    /** When each offset was acknowledged: a transaction's data with its commit. */
    private final List<Long> acknowledged = new ArrayList<>();

    private int transaction = -1;

    void append(long nowMillis) {
      acknowledged.add(nowMillis);
    }

    void begin() {
      if (transaction < 0) {
        transaction = acknowledged.size();
        acknowledged.add(OPEN);
      }
    }

    void end(boolean commits, long nowMillis) {
      if (transaction >= 0) {
        acknowledged.set(transaction, commits ? nowMillis : NEVER);
        acknowledged.add(NEVER);
        transaction = -1;
      }
    }

    long end() {
      return acknowledged.size();
    }

    long stable() {
      return transaction < 0 ? end() : transaction;
    }

    /** The next record that a committed reader sees, or -1. */
    long next(long from) {
      for (long at = from; at < stable(); at++) {
        if (acknowledged.get((int) at) != NEVER) {
          return at;
        }
      }
      return -1;
    }

    boolean isEmpty(long from, long to) {
      long next = next(from);
      return (next < 0 || next >= to) && stable() >= to;
    }
  }

  /** The cluster, one task that may crash, and its pacemaker, whose steps may take any time. */
  private static final class World {
    private final Random random;
    private final List<Log> logs = List.of(new Log(), new Log());
    private final List<TimeNudge> nudges = new ArrayList<>();
    private final Lane lane = new LaneStore(new AlarmDomain(), new TreeRows()).lane("home");
    private final long[] committed = new long[INPUTS.size()];
    private final long[] position = new long[INPUTS.size()];
    private int nudgesCommitted;
    private int nudgesRead;
    private long nowMillis = 1_000;
    private long untilMillis;
    private long[] found;
    private long lastTick;
    private TaskPulse pulse;
    private Metronome metronome;
    private PartitionBeat beat;

    World(Random random) {
      this.random = random;
      start();
    }

    private void start() {
      TaskPulses pulses = new TaskPulses();
      pulse = pulses.begin(0, INPUTS.size());
      ClusterClock clock =
          new ClusterClock(() -> TimeUnit.MILLISECONDS.toNanos(nowMillis), () -> nowMillis);
      var everything =
          new LaneDeadlines() {
            @Override
            public long earliestMillis() {
              return 0;
            }

            @Override
            public List<Lane> due(long atMillis) {
              return List.of(lane);
            }
          };
      metronome = new Metronome(INPUTS, everything, clock, pulses, pulse, (_, tick) -> check(tick));
      beat = new PartitionBeat("alarms", 0, INPUTS, pulse, 100);
    }

    private void check(TurnArrival tick) {
      lastTick = tick.timestampMillis();
      for (int input = 0; input < INPUTS.size(); input++) {
        Log log = logs.get(input);
        for (long at = position[input]; at < log.end(); at++) {
          long acknowledged = log.acknowledged.get((int) at);
          assertThat(acknowledged == Log.OPEN || acknowledged >= lastTick)
              .as("offset %d of %s lies unread at the tick of %d", at, INPUTS.get(input), lastTick)
              .isTrue();
        }
      }
    }

    void step() {
      nowMillis += random.nextInt(50);
      int input = random.nextInt(INPUTS.size());
      Log log = logs.get(input);
      switch (random.nextInt(16)) {
        case 0, 1, 2 -> log.append(nowMillis);
        case 3 -> log.begin();
        case 4 -> log.end(random.nextBoolean(), nowMillis);
        case 5, 6, 7, 8 -> read(input);
        case 9, 10 -> hear();
        case 11 -> commit();
        case 12 -> crash();
        default -> pace();
      }
    }

    private boolean read(int input) {
      long next = logs.get(input).next(position[input]);
      if (next >= 0) {
        position[input] = next + 1;
        metronome.read(input, next);
      }
      return next >= 0;
    }

    private boolean hear() {
      boolean there = nudgesRead < nudges.size();
      if (there) {
        metronome.hear(nudges.get(nudgesRead++).encode(INPUTS));
      }
      return there;
    }

    private void commit() {
      System.arraycopy(position, 0, committed, 0, position.length);
      nudgesCommitted = nudgesRead;
    }

    /** What was not committed is read again, by another task, in any order. */
    private void crash() {
      System.arraycopy(committed, 0, position, 0, position.length);
      nudgesRead = nudgesCommitted;
      start();
    }

    /**
     * The pacemaker's steps: the time, then the ends, then the nudge. It may have missed a crash.
     */
    private void pace() {
      if (untilMillis == 0) {
        untilMillis = nowMillis;
        beat.verify(
            (input, from, to) -> logs.get(INPUTS.indexOf(input.topic())).isEmpty(from, to), 0);
        beat.begin(nowMillis);
      } else if (found == null) {
        found = logs.stream().mapToLong(Log::end).toArray();
        if (beat.isUnknown()) {
          for (int input = 0; input < INPUTS.size(); input++) {
            beat.committed(input, committed[input]);
          }
        }
      } else {
        nudges.add(beat.nudge(untilMillis, found));
        beat.end();
        untilMillis = 0;
        found = null;
      }
    }

    void settle() {
      logs.forEach(log -> log.end(true, nowMillis));
      crash();
      long endMillis = nowMillis;
      for (int round = 0; round < 12 && lastTick < endMillis; round++) {
        nowMillis += 1;
        while (read(0) || read(1) || hear()) {
          commit();
        }
        pace();
      }
      assertThat(lastTick).as("time has passed").isGreaterThanOrEqualTo(endMillis);
    }
  }
}
