package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.table.Sha256;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Runs the histories of several lanes in parallel and checks every turn. */
public final class LaneSimulator {
  private static final long SHRINK_TURNS = 400_000;

  private final Domain domain;
  private final List<String> lanes;
  private final Function<String, Iterator<Traffic.Event>> histories;
  private final boolean reopens;
  private final LongAdder turns = new LongAdder();
  private final AtomicInteger firstBroken = new AtomicInteger(Integer.MAX_VALUE);

  /** Simulates the domain's generated traffic. */
  public LaneSimulator(Domain domain, SimulationPlan plan) {
    this(
        domain,
        SeededHistories.lanes(DomainTraffic.of(domain), plan.lanes()),
        lane -> SeededHistories.of(domain, lane, plan),
        plan.hostile(),
        plan.hostile());
  }

  /**
   * Simulates any histories. Lanes are also reopened from their rows now and then, and their owners
   * frozen.
   *
   * @param histories by lane; called again for the same lane if a check fails
   */
  public LaneSimulator(
      Domain domain, List<String> lanes, Function<String, Iterator<Traffic.Event>> histories) {
    this(
        domain,
        lanes,
        histories,
        true,
        lanes.stream().anyMatch(lane -> isRaw(histories.apply(lane))));
  }

  private static boolean isRaw(Iterator<Traffic.Event> history) {
    return history.hasNext() && history.next().raw() != null;
  }

  private LaneSimulator(
      Domain domain,
      List<String> lanes,
      Function<String, Iterator<Traffic.Event>> histories,
      boolean reopens,
      boolean isRaw) {
    this.domain = isRaw ? SmallTurns.of(domain) : domain;
    this.lanes = lanes;
    this.histories = histories;
    this.reopens = reopens;
  }

  public List<String> lanes() {
    return lanes;
  }

  public Iterator<Traffic.Event> history(String lane) {
    return histories.apply(lane);
  }

  /** Turns so far. Thread-safe, for progress. */
  public long turns() {
    return turns.sum();
  }

  /** Runs all lanes, with one thread per processor. */
  public SimulationResult run() {
    List<LaneRun> runs = IntStream.range(0, lanes.size()).parallel().mapToObj(this::run).toList();
    SimulationCounts counts = new SimulationCounts();
    Sha256 digest = new Sha256();
    for (LaneRun run : runs) {
      counts.add(run.counts());
      run.seals().forEach(digest::field);
    }
    Optional<FailingTurn> finding =
        runs.stream().filter(run -> run.broken().isPresent()).findFirst().map(this::finding);
    return new SimulationResult(counts, HexFormat.of().formatHex(digest.finish(), 0, 8), finding);
  }

  /**
   * Stops lanes after a failed one. Earlier lanes continue, so that the first failure is reported.
   */
  private LaneRun run(int index) {
    String lane = lanes.get(index);
    LaneRun run = run(lane, histories.apply(lane));
    while (index < firstBroken.get() && run.step()) {
      turns.increment();
    }
    if (run.broken().isPresent()) {
      firstBroken.accumulateAndGet(index, Math::min);
    }
    return run;
  }

  private LaneRun run(String lane, Iterator<Traffic.Event> history) {
    PartitionOwners owners = reopens ? new PartitionOwners(domain, lane) : null;
    return new LaneRun(domain, lane, history, reopens, owners);
  }

  private FailingTurn finding(LaneRun run) {
    FailedCheck broken = run.broken().orElseThrow();
    Iterator<Traffic.Event> again = histories.apply(run.lane());
    List<Traffic.Event> history = new ArrayList<>();
    for (long i = run.counts().events(); i > 0; i--) {
      history.add(again.next());
    }
    List<Traffic.Event> shrunk =
        HistoryShrinker.shrink(history, less -> breaks(run.lane(), less, broken), SHRINK_TURNS);
    return new FailingTurn(run.lane(), run.number(), broken, shrunk);
  }

  /** Returns true if the history fails the same check. */
  private boolean breaks(String lane, List<Traffic.Event> history, FailedCheck broken) {
    LaneRun run = run(lane, history.iterator());
    while (run.step()) {
      turns.increment();
    }
    return run.broken().filter(now -> now.check().equals(broken.check())).isPresent();
  }
}
