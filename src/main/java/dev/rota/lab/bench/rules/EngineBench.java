package dev.rota.lab.bench.rules;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.bench.LiveHeap;
import dev.rota.lab.traffic.Traffic;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** Measures a domain's rules alone on one core: no Kafka, no Avro, no rows. */
public final class EngineBench {
  private static final String LANE = "bench";
  private static final double NANOS = 1e9;
  private static final int DIGESTS = 200_000;

  private final Domain domain;
  private final List<Turn<Object>> filling = new ArrayList<>();
  private final List<Turn<Object>> turns = new ArrayList<>();
  private final long assignments;

  /**
   * Throughput of one pass, in CPU time of one thread.
   *
   * @param assignmentsPerSecond started assignments: blocks for cores, leases for bots
   */
  public record Pass(double inputsPerSecond, double assignmentsPerSecond) {}

  /**
   * Generates the history.
   *
   * @param inputs to measure, after those that fill the lane
   */
  public EngineBench(Domain domain, Traffic traffic, int inputs, long seed, LongConsumer progress) {
    this.domain = domain;
    Iterator<Traffic.Event> history = traffic.start(LANE, seed);
    int first = traffic.filling();
    for (int number = 1; number <= first + inputs; number++) {
      Traffic.Event event = history.next();
      Object input = domain.wire().read(event.record());
      Turn<Object> turn = new Turn<>(LANE, number, event.atMillis(), input);
      (number <= first ? filling : turns).add(turn);
      progress.accept(number);
    }
    assignments = assignments();
  }

  /** The yardstick: SHA-256 digests of 1 KiB per second of CPU time. */
  public static double digestsPerSecond() {
    MessageDigest sha = sha256();
    byte[] kibibyte = new byte[1024];
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long started = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < DIGESTS; i++) {
      kibibyte[i % kibibyte.length] ^= sha.digest(kibibyte)[0];
    }
    return DIGESTS * NANOS / (threads.getCurrentThreadCpuTime() - started);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** Decides the whole history once, from an empty state. */
  public Pass pass(LongConsumer progress) {
    Stepper<State, Object, Fact<State>> stepper = filled();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long started = threads.getCurrentThreadCpuTime();
    long facts = 0;
    for (Turn<Object> turn : turns) {
      facts += stepper.take(turn).size();
    }
    double seconds = (threads.getCurrentThreadCpuTime() - started) / NANOS;
    progress.accept(facts);
    return new Pass(turns.size() / seconds, assignments / seconds);
  }

  /** Replays it and saves every row, to measure the final state. */
  public StateFootprint footprint(LongConsumer progress) {
    TreeRows rows = new TreeRows();
    long digest = save(rows, progress);
    long held = LiveHeap.heldBytes(() -> domain.card().open(new Tables(rows, digest)));
    return new StateFootprint(rows.size(), held, rows.bytes());
  }

  /** Returns the rows' digest. The engine's state becomes garbage. */
  private long save(TreeRows rows, LongConsumer progress) {
    Tables tables = new Tables(rows, 0);
    Stepper<State, Object, Fact<State>> stepper =
        new Stepper<>(domain.card().engine(), domain.card().open(tables));
    long number = 0;
    for (List<Turn<Object>> part : List.of(filling, turns)) {
      for (Turn<Object> turn : part) {
        stepper.take(turn);
        stepper.state().save();
        tables.keep();
        progress.accept(++number);
      }
    }
    return tables.digest();
  }

  private long assignments() {
    Stepper<State, Object, Fact<State>> stepper = filled();
    long count = 0;
    for (Turn<Object> turn : turns) {
      for (Fact<State> fact : stepper.take(turn)) {
        Output output = domain.card().wire().write(LANE, fact);
        if (output != null && output.channel() == Output.Channel.ASSIGNMENTS) {
          count += domain.wire().begins(output.record()) ? 1 : 0;
        }
      }
    }
    return count;
  }

  private Stepper<State, Object, Fact<State>> filled() {
    Tables tables = new Tables(new TreeRows(), 0);
    Stepper<State, Object, Fact<State>> stepper =
        new Stepper<>(domain.card().engine(), domain.card().open(tables));
    filling.forEach(stepper::take);
    return stepper;
  }
}
