package dev.rota.lab.bench.builds;

import dev.rota.kernel.domain.Domain;
import dev.rota.lab.bench.ChildJvm;
import dev.rota.lab.bench.LiveHeap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Measures the road of builds with its front door against a scheduler in memory. */
public final class BuildsBench implements AutoCloseable {
  private final BuildLoad load;
  private final LocalPort storage;
  private final MemoryScheduler baseline;
  private final RotaScheduler road;
  private final BuildTrial ofBaseline;
  private final BuildTrial ofRoad;

  private BuildsBench(
      BuildLoad load, LocalPort storage, MemoryScheduler baseline, RotaScheduler road) {
    this.load = load;
    this.storage = storage;
    this.baseline = baseline;
    this.road = road;
    this.ofBaseline = new BuildTrial("memory", List.of(baseline.port()), storage.number(), load);
    this.ofRoad = new BuildTrial("road", road.ports(), storage.number(), load);
  }

  /** The two schedulers. */
  public enum Side {
    BASE,
    ROAD
  }

  /**
   * Opens both schedulers and the storage that they share.
   *
   * @param domain the one whose jobs are builds
   * @param kafka settings of clients
   * @param streams settings of Kafka Streams
   * @param registry its URL
   * @param dir for the road's rows
   * @param lanes of the road, each with a front door
   */
  public static BuildsBench open(
      Domain domain,
      Map<String, Object> kafka,
      Map<String, Object> streams,
      String registry,
      Path dir,
      int lanes,
      BuildLoad load)
      throws IOException {
    LocalPort storage = LocalPort.open(new MemoryStorage().services());
    MemoryScheduler baseline = MemoryScheduler.open(storage.number());
    RotaScheduler.BuildPlace place =
        new RotaScheduler.BuildPlace(kafka, streams, registry, dir, lanes);
    RotaScheduler road = RotaScheduler.open(domain, place, storage.number());
    return new BuildsBench(load, storage, baseline, road);
  }

  /**
   * What a round of one scheduler came to.
   *
   * @param aloneP50Millis from an execution's start until a worker holds its lease, where actions
   *     run one at a time
   * @param p50Millis the same at a steady rate
   * @param p99Millis the same at a steady rate
   * @param perSecond actions/s, end to end, sent as fast as they are answered
   * @param cpuMicros of the whole process for one of them
   * @param buildSeconds until the last action of a build is done
   */
  public record BuildRound(
      double aloneP50Millis,
      double p50Millis,
      double p99Millis,
      double perSecond,
      double cpuMicros,
      double buildSeconds) {}

  /** Runs a round of one scheduler. */
  public BuildRound round(Side side, LongConsumer progress)
      throws IOException, InterruptedException {
    BuildTrial trial = side == Side.BASE ? ofBaseline : ofRoad;
    BuildTrial.LeaseLatency alone = trial.alone(progress);
    BuildTrial.LeaseLatency steady = trial.steady(progress);
    BuildTrial.ActionRate fast = trial.fast(progress);
    double build = trial.build(progress);
    return new BuildRound(
        alone.p50Millis(),
        steady.p50Millis(),
        steady.p99Millis(),
        fast.perSecond(),
        fast.cpuMicros(),
        build);
  }

  /**
   * Has clients in another process wait for actions that no worker can run, and returns the bytes
   * of heap that one costs: in the scheduler, and in what it runs on.
   */
  public long waitingBytes(Side side, LongConsumer progress) throws IOException {
    int port = side == Side.BASE ? baseline.port() : road.ports().get(0);
    List<String> words =
        List.of(
            Integer.toString(port),
            Integer.toString(storage.number()),
            side + "-waiting",
            Integer.toString(load.waiting()));
    try (ChildJvm clients =
        ChildJvm.start(List.of(), WaitingClients.class.getName(), words, Map.of())) {
      clients.line();
      long before = LiveHeap.settledBytes();
      clients.goOn();
      for (String line = clients.line(); !line.equals(WaitingClients.ALL); line = clients.line()) {
        progress.accept(Long.parseLong(line));
      }
      long bytes = (LiveHeap.settledBytes() - before) / load.waiting();
      clients.end();
      return bytes;
    }
  }

  @Override
  public void close() {
    road.close();
    baseline.close();
    storage.close();
  }
}
