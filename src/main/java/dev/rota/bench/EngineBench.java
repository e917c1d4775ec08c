package dev.rota.bench;

import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.domain.Traffic;
import dev.rota.engine.Fact;
import dev.rota.engine.Stepper;
import dev.rota.engine.Turn;
import dev.rota.table.Tables;
import dev.rota.table.TreeRows;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** A domain's rules alone, on one core: no Kafka, no Avro, no rows written. */
public final class EngineBench<S extends State, I, F extends Fact<S>> {
  private static final String LANE = "bench";
  private static final double NANOS = 1e9;
  private static final int DIGESTS = 200_000;

  private final Domain<S, I, F> domain;
  private final List<Turn<I>> turns = new ArrayList<>();
  private final long assignments;

  /**
   * What one pass over the history took, in CPU time of one thread.
   *
   * @param assignmentsPerSecond begun; for the cores: blocks, for the bots: leases
   */
  public record Pass(double inputsPerSecond, double assignmentsPerSecond) {}

  /** Makes the history. */
  public EngineBench(Domain<S, I, F> domain, int inputs, long seed) {
    this.domain = domain;
    Iterator<Traffic.Event> history = domain.traffic().benchmark().start(LANE, seed);
    for (int number = 1; number <= inputs; number++) {
      Traffic.Event event = history.next();
      I input = domain.wire().read(event.record());
      turns.add(new Turn<>(LANE, number, event.atMillis(), input));
    }
    assignments = assignments();
  }

  /** The yardstick of the same run: SHA-256 digests of a kibibyte per second of CPU time. */
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
    Stepper<S, I, F> stepper = stepper();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long started = threads.getCurrentThreadCpuTime();
    long facts = 0;
    for (Turn<I> turn : turns) {
      facts += stepper.take(turn).size();
    }
    double seconds = (threads.getCurrentThreadCpuTime() - started) / NANOS;
    progress.accept(facts);
    return new Pass(turns.size() / seconds, assignments / seconds);
  }

  private long assignments() {
    Stepper<S, I, F> stepper = stepper();
    long count = 0;
    for (Turn<I> turn : turns) {
      for (F fact : stepper.take(turn)) {
        Output output = domain.wire().write(LANE, fact);
        if (output != null && output.channel() == Output.Channel.ASSIGNMENTS) {
          count += domain.wire().begins(output.record()) ? 1 : 0;
        }
      }
    }
    return count;
  }

  private Stepper<S, I, F> stepper() {
    return new Stepper<>(domain.engine(), domain.open(new Tables(new TreeRows(), 0)));
  }
}
