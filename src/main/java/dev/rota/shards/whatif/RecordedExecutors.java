package dev.rota.shards.whatif;

import dev.rota.kernel.domain.FleetModel;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.engine.Engine;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.whatif.RecordedCycle.Said;
import dev.rota.shards.wire.ShardsWire;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The workers of a pool, as a model: they come, live and go as recorded, and execute a batch as
 * long as its transactions took. With the recorded policy and fleet, they send what they sent.
 */
final class RecordedExecutors implements Participants<ShardsState, ShardsFact> {
  /** A report that is to be sent, behind a recorded turn of that time. */
  private record Report(long atMillis, long turn, long number, WorkerEvent event, boolean asWas) {}

  private static final Comparator<Report> FIRST =
      Comparator.comparingLong(Report::atMillis)
          .thenComparingLong(Report::turn)
          .thenComparingLong(Report::number);

  private final String pool;
  private final FleetModel fleet;
  private final PoolHistory history = new PoolHistory();
  private final RecordedBatches batches;
  private final PriorityQueue<Report> reports = new PriorityQueue<>(FIRST);
  private long numbers;

  RecordedExecutors(String pool, FleetModel fleet) {
    this.pool = pool;
    this.fleet = fleet;
    this.batches = new RecordedBatches(pool, history);
  }

  @Override
  public void recorded(Past turn, List<ShardsFact> facts) {
    history.recorded(turn, facts, fleet);
  }

  @Override
  public void begin(long endMillis) {
    history.end();
    fleet.begin();
  }

  @Override
  public List<Sent> instead(Past turn, ShardsState now) {
    Sent input = turn.input();
    if (!(input.record() instanceof WorkerEvent said)) {
      return List.of(input);
    }
    List<Sent> events = new ArrayList<>();
    for (String worker : fleet.insteadOf(said.getWorker(), turn.atMillis())) {
      boolean itself = worker.equals(said.getWorker());
      WorkerEvent one = itself ? said : copied(worker, said, now);
      if (one != null && !(itself && history.isOfCycle(turn.number()))) {
        events.add(new Sent(input.topic(), input.atMillis(), one)); // else the cycle of now says it
      }
    }
    return events;
  }

  /** An added worker joins when it can, and lives as long as the one that it is like. */
  private static WorkerEvent copied(String worker, WorkerEvent said, ShardsState now) {
    WorkerEvent.Builder copy = WorkerEvent.newBuilder(said).setWorker(worker);
    PoolWorker like = now == null ? null : now.worker(said.getWorker());
    boolean joins = like != null && now.worker(worker) == null;
    if (joins) {
      return copy.setEvent(new Joined(like.slots())).build();
    }
    return PoolHistory.reported(said) == null
        ? copy.build()
        : copy.setEvent(new Heartbeat()).build();
  }

  @Override
  public void decided(List<ShardsFact> facts) {
    for (ShardsFact fact : facts) {
      if (fact instanceof LeaseGranted lease) {
        execute(lease.work(), lease.atMillis());
      } else if (fact instanceof CycleBegun cycle) {
        execute(cycle.work(), cycle.atMillis());
      }
    }
  }

  private void execute(CycleWork work, long atMillis) {
    RecordedBatches.Course course = batches.next(work);
    send(work, course.started(), atMillis, course.asWas());
    send(work, course.done(), atMillis, course.asWas());
  }

  private void send(CycleWork work, Said said, long atMillis, boolean asWas) {
    if (said != null && said.afterMillis() <= Long.MAX_VALUE - atMillis) {
      long at = atMillis + said.afterMillis();
      boolean silent =
          history.signs().isSilent(fleet.original(work.worker()), at)
              || fleet.isRemoved(work.worker(), at);
      if (!silent) {
        reports.add(new Report(at, said.turn(), numbers++, said.event(), asWas));
      }
    }
  }

  @Override
  public long nextMillis() {
    return Math.min(fleet.nextMillis(), reportMillis());
  }

  @Override
  public long nextTurn() {
    return fleet.nextMillis() <= reportMillis() ? 0 : reports.peek().turn;
  }

  private long reportMillis() {
    return reports.isEmpty() ? Engine.NEVER : reports.peek().atMillis;
  }

  /** An added worker joins when the fleet changes. */
  private Sent joined(ShardsState now) {
    long at = fleet.nextMillis();
    String worker = fleet.next();
    PoolWorker like = now == null ? null : now.worker(fleet.original(worker));
    return like == null
        ? null // it comes when that one does
        : new Sent(
            ShardsWire.WORKERS,
            at,
            new WorkerEvent(pool, worker, like.incarnation(), new Joined(like.slots())));
  }

  @Override
  public Sent next(ShardsState now) {
    if (fleet.nextMillis() <= reportMillis()) {
      return joined(now);
    }
    Report report = reports.remove();
    WorkerEvent event = report.event;
    PoolWorker worker = now.worker(event.getWorker());
    if (!report.asWas && worker != null) {
      event = WorkerEvent.newBuilder(event).setIncarnation(worker.incarnation()).build();
    }
    return new Sent(ShardsWire.WORKERS, report.atMillis, event);
  }

  @Override
  public List<String> assumed() {
    return batches.assumed();
  }
}
