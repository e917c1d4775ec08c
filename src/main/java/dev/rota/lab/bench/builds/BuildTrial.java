package dev.rota.lab.bench.builds;

import dev.rota.lab.bench.RoadBench;
import dev.rota.lab.bench.builds.BuildClients.ActionRun;
import dev.rota.protocols.reapi.Digest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/** Measures one scheduler. It knows its ports alone. Each measure has workers of its own. */
final class BuildTrial {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int DIGITS = 3;
  private static final double P50 = 50;
  private static final double P99 = 99;
  private static final double NANOS = 1e9;
  private static final double NANOS_OF_MILLI = 1e6;
  private static final double NANOS_OF_MICRO = 1e3;

  /** Between actions that run one at a time. It differs, so that no rhythm is met by chance. */
  private static final long PAUSE_MILLIS = 40;

  private static final int PAUSES = 13;
  private static final long PAUSE_STEP_MILLIS = 7;

  /** Actions under way for each worker, where they are sent as fast as they are answered. */
  private static final int AHEAD = 2;

  private final String name;
  private final List<Integer> ports;
  private final int storage;
  private final BuildLoad load;
  private int fleets;

  /**
   * Measures nothing yet.
   *
   * @param name of the scheduler; its actions differ from those of others
   */
  BuildTrial(String name, List<Integer> ports, int storage, BuildLoad load) {
    this.name = name;
    this.ports = ports;
    this.storage = storage;
    this.load = load;
  }

  /** From an execution's start until a worker holds its lease. */
  record LeaseLatency(double p50Millis, double p99Millis) {}

  /** How many actions were executed a second, end to end, and the CPU of this process for each. */
  record ActionRate(double perSecond, double cpuMicros) {}

  /** Runs actions one at a time, each port with a worker. */
  LeaseLatency alone(LongConsumer progress) throws IOException, InterruptedException {
    return with(
        ports.size(),
        load.alone(),
        Duration.ZERO,
        1,
        (clients, actions) -> {
          List<Long> nanos = new ArrayList<>();
          for (Digest action : actions) {
            long pause = PAUSE_MILLIS + nanos.size() % PAUSES * PAUSE_STEP_MILLIS;
            parkUntil(System.nanoTime() + (long) (pause * NANOS_OF_MILLI));
            nanos.add(clients.execute(action, System.nanoTime()).await(deadline()));
            progress.accept(nanos.size());
          }
          return latency(nanos);
        });
  }

  /** Starts actions at a steady rate, whether or not the earlier ones are done. */
  LeaseLatency steady(LongConsumer progress) throws IOException, InterruptedException {
    return with(
        load.steadyWorkers(),
        load.perSecond() * load.seconds(),
        Duration.ZERO,
        1,
        (clients, actions) -> {
          long started = System.nanoTime();
          List<ActionRun> runs = new ArrayList<>();
          for (Digest action : actions) {
            long due = started + (long) (runs.size() * NANOS / load.perSecond());
            parkUntil(due);
            runs.add(clients.execute(action, due));
            progress.accept(runs.size());
          }
          return latency(awaitAll(runs));
        });
  }

  /** Starts an action whenever one is done. The first tenth is warm-up. */
  ActionRate fast(LongConsumer progress) throws IOException, InterruptedException {
    return with(
        load.workers(),
        load.actions(),
        Duration.ZERO,
        1,
        (clients, actions) -> {
          Semaphore room = new Semaphore(AHEAD * load.workers());
          List<ActionRun> runs = new ArrayList<>();
          int warm = actions.size() / 10;
          long began = 0;
          long cpu = 0;
          for (Digest action : actions) {
            if (runs.size() == warm) {
              began = System.nanoTime();
              cpu = RoadBench.cpuNanos();
            }
            room.acquire();
            ActionRun run = clients.execute(action, System.nanoTime());
            run.whenOver(room::release);
            runs.add(run);
            progress.accept(runs.size());
          }
          awaitAll(runs);
          int counted = actions.size() - warm;
          return new ActionRate(
              counted * NANOS / (System.nanoTime() - began),
              (RoadBench.cpuNanos() - cpu) / NANOS_OF_MICRO / counted);
        });
  }

  /** Sends all actions of a build at once. Returns the seconds until the last one is done. */
  double build(LongConsumer progress) throws IOException, InterruptedException {
    return with(
        load.buildWorkers(),
        load.buildActions(),
        load.buildEach(),
        load.buildLeases(),
        (clients, actions) -> {
          long began = System.nanoTime();
          List<ActionRun> runs = new ArrayList<>();
          for (Digest action : actions) {
            ActionRun run = clients.execute(action, began);
            runs.add(run);
          }
          awaitAll(runs);
          progress.accept(runs.size());
          return (System.nanoTime() - began) / NANOS;
        });
  }

  /** What is done with clients and actions. */
  private interface Work<T> {
    T on(BuildClients clients, List<Digest> actions) throws IOException, InterruptedException;
  }

  private <T> T with(int workers, int count, Duration each, int leases, Work<T> work)
      throws IOException, InterruptedException {
    Map<String, String> platform = platform();
    List<Digest> actions = BuildActions.store(storage, platform, count);
    try (BuildClients clients = BuildClients.open(ports, 0);
        BuildWorkers fleet =
            BuildWorkers.open(ports, platform, workers, each, leases, clients::held)) {
      T measured = work.on(clients, actions);
      if (fleet.faults() > 0) {
        throw new IllegalStateException(fleet.faults() + " calls of workers failed");
      }
      return measured;
    }
  }

  /** Another one for each measure: workers that are gone may be known for a while. */
  private Map<String, String> platform() {
    fleets++;
    return Map.of("ISA", name + "-" + fleets);
  }

  private static List<Long> awaitAll(List<ActionRun> runs)
      throws IOException, InterruptedException {
    List<Long> nanos = new ArrayList<>();
    long deadline = deadline();
    for (ActionRun run : runs) {
      nanos.add(run.await(deadline));
    }
    return nanos;
  }

  private static long deadline() {
    return System.nanoTime() + PATIENCE.toNanos();
  }

  /** Without the first tenth, which is warm-up. */
  private static LeaseLatency latency(List<Long> nanos) {
    Histogram latencies = new Histogram(DIGITS);
    nanos.stream().skip(nanos.size() / 10).forEach(latencies::recordValue);
    return new LeaseLatency(
        latencies.getValueAtPercentile(P50) / NANOS_OF_MILLI,
        latencies.getValueAtPercentile(P99) / NANOS_OF_MILLI);
  }

  private static void parkUntil(long nanos) {
    while (System.nanoTime() < nanos) {
      LockSupport.parkNanos(nanos - System.nanoTime());
    }
  }
}
