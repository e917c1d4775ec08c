package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.table.Sha256;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.RawRecord;
import dev.rota.lab.traffic.TopicsObserver;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.topics.LaneKey;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs one lane's history until it ends or a check fails. */
final class LaneRun {
  private static final byte[] NO_SEAL = {};

  private final String lane;
  private final Iterator<Traffic.Event> history;
  private final LanesInMemory bench;
  private final TurnChecks checks;
  private final TopicsObserver observer;
  private final Domain domain;

  /** Null: the lane is not reopened. */
  private final LaneTwin twin;

  /** Null: nobody is frozen. */
  private final PartitionOwners owners;

  /** Of each lane, a digest of all its turns. */
  private final Map<String, byte[]> seals = new HashMap<>();

  private final SimulationCounts counts = new SimulationCounts();
  private Object policy;
  private FailedCheck broken;

  /**
   * Creates a run. With a twin, the lane is also reopened from its rows now and then.
   *
   * @param owners null: there is one, and it is never frozen
   */
  LaneRun(
      Domain domain,
      String lane,
      Iterator<Traffic.Event> history,
      boolean hasTwin,
      PartitionOwners owners) {
    this.domain = domain;
    this.lane = lane;
    this.history = history;
    this.bench = new LanesInMemory(domain);
    this.checks = new TurnChecks(domain);
    this.observer =
        DomainTraffic.find(domain).map(DomainTraffic::watch).orElse(TopicsObserver.BLIND);
    this.twin = hasTwin ? new LaneTwin(domain, lane) : null;
    this.owners = owners;
    this.policy = domain.card().policy(bench.lane(lane).state());
  }

  /** Takes an event. Returns false at the end or after a failed check. */
  boolean step() {
    if (broken != null || !history.hasNext()) {
      return false;
    }
    Traffic.Event event = history.next();
    long beforeMillis = bench.lane(lane).cursor().atMillis();
    List<DecidedTurn> turns = bench.turns(lane, event);
    turns.forEach(this::seal);
    State state = bench.lane(lane).state();
    counts.count(event, turns);
    broken =
        checked(event, turns, state)
            .or(() -> WireChecks.time(event, beforeMillis, bench.lane(lane).cursor().atMillis()))
            .or(() -> twin == null ? Optional.empty() : twin.take(event, last(turns), state))
            .or(() -> owners == null ? Optional.empty() : owners.take(event, turns))
            .orElse(null);
    count(state);
    return true;
  }

  private Optional<FailedCheck> checked(Traffic.Event event, List<DecidedTurn> turns, State state) {
    for (DecidedTurn turn : turns) {
      boolean ofNobody = !turn.entry().lane().equals(lane);
      Optional<FailedCheck> found =
          ofNobody
              ? WireChecks.ofNobody(event, turn)
              : WireChecks.ofLane(event, turn)
                  .or(() -> checks.after(event.record(), turn, state))
                  .or(() -> seen(event, turn));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static DecidedTurn last(List<DecidedTurn> turns) {
    return turns.get(turns.size() - 1);
  }

  private void count(State state) {
    Object now = domain.card().policy(state);
    if (now != policy && !now.equals(policy)) {
      counts.switched();
    }
    policy = now;
    counts.reopened(twin == null ? 0 : twin.reopenings());
    if (owners != null) {
      counts.owned(owners);
    }
  }

  private Optional<FailedCheck> seen(Traffic.Event event, DecidedTurn decided) {
    List<Output> outputs = decided.published();
    long stampMillis = Math.min(event.atMillis(), decided.entry().atMillis());
    // A turn that deadlines fill has not come to its input.
    boolean isTick = decided.entry().source() == null;
    Traffic.Event known =
        new Traffic.Event(
            event.topic(), stampMillis, isTick ? null : event.record(), event.fault());
    return observer
        .see(known, outputs)
        .map(what -> new FailedCheck("readers see nothing wrong", what));
  }

  String lane() {
    return lane;
  }

  SimulationCounts counts() {
    return counts;
  }

  Optional<FailedCheck> broken() {
    return Optional.ofNullable(broken);
  }

  /** The last turn's number, 0: none. */
  long number() {
    return bench.lane(lane).cursor().number();
  }

  /** Over all turns so far: of the lane, and of the unreadable records of raw histories. */
  List<byte[]> seals() {
    Stream<String> ofNobody = IntStream.range(0, RawRecord.PARTITIONS).mapToObj(LaneKey::nobody);
    return Stream.concat(Stream.of(lane), ofNobody.filter(seals::containsKey))
        .map(this::sealOf)
        .toList();
  }

  private byte[] sealOf(String of) {
    return seals.getOrDefault(of, NO_SEAL);
  }

  private void seal(DecidedTurn turn) {
    String of = turn.entry().lane();
    seals.put(of, new Sha256().field(sealOf(of)).field(turn.toBytes()).finish());
  }
}
