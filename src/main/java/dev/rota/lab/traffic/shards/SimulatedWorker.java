package dev.rota.lab.traffic.shards;

import dev.rota.lab.traffic.shards.PoolRecords.Cycle;
import dev.rota.shards.AssignedTransaction;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.wire.ShardsWire;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A simulated worker: joins, sends heartbeats, executes, and may die, hang or report wrongly. */
final class SimulatedWorker {
  private static final String POISON = "poison";

  private final PoolLife life;
  private final String name;
  private long incarnation;
  private boolean alive;
  private boolean leaving;

  SimulatedWorker(PoolLife life, String name) {
    this.life = life;
    this.name = name;
  }

  String name() {
    return name;
  }

  void start() {
    incarnation++;
    alive = true;
    leaving = false;
    send(life.sending().joined(name, incarnation, life.shape().slots()), null);
    life.later(life.around(life.shape().beatMillis()), beating(incarnation));
  }

  private void send(WorkerEvent event, PoolFault trick) {
    life.happen(ShardsWire.WORKERS, event, trick);
  }

  private Runnable beating(long of) {
    return () -> {
      if (alive && incarnation == of) {
        beat();
        life.later(life.around(life.shape().beatMillis()), beating(of));
      }
    };
  }

  private void beat() {
    PoolFault trick = life.faults().any(PoolFault.LEAVES, PoolFault.NEVER_JOINED);
    PoolRecords sending = life.sending();
    if (trick == null) {
      send(sending.heartbeat(name, incarnation), null);
      return;
    }
    switch (trick) {
      case LEAVES -> {
        leaving = true;
        send(sending.leaving(name, incarnation), trick);
        life.later(life.around(2000), this::start);
      }
      case STALE_INCARNATION -> {
        boolean joins = life.random().nextBoolean();
        long stale = incarnation - 1;
        send(joins ? sending.joined(name, stale, 1) : sending.heartbeat(name, stale), trick);
      }
      case ODD_SLOTS -> {
        int slots = life.random().nextBoolean() ? 0 : Integer.MAX_VALUE;
        send(sending.joined(name, incarnation + 1, slots), trick);
      }
      case ODD_WORKER -> send(odd(life.random()), trick);
      default -> send(sending.heartbeat("stranger", 1), trick);
    }
  }

  /** The visitor with the largest incarnation is taken, and leaves its leases to expire. */
  private WorkerEvent odd(SplittableRandom random) {
    PoolRecords sending = life.sending();
    return switch (random.nextInt(4)) {
      case 0 -> sending.joined("", 1, 1);
      case 1 -> sending.joined(name, -1, 1);
      case 2 -> sending.joined(name, Long.MAX_VALUE, 1);
      default -> sending.joined("visitor", Long.MAX_VALUE - 1, 1);
    };
  }

  /** Executes an assignment. A dead worker ignores it. */
  void execute(ShardAssignment assigned) {
    if (!alive) {
      return;
    }
    Cycle cycle =
        new Cycle(assigned.getShard(), name, incarnation, assigned.getEpoch(), assigned.getCycle());
    List<String> ids = new ArrayList<>();
    assigned.getTransactions().stream().map(AssignedTransaction::getId).forEach(ids::add);
    long of = incarnation;
    boolean starts = life.random().nextInt(3) > 0;
    long began = life.random().nextInt(1 + life.shape().cycleMillis() / 4);
    if (starts) {
      life.later(began, () -> ifLives(of, () -> send(life.sending().started(cycle), null)));
    }
    long done = began + life.around(life.shape().cycleMillis());
    life.later(done, () -> ifLives(of, () -> finish(cycle, ids)));
  }

  private void ifLives(long of, Runnable act) {
    if (alive && incarnation == of) {
      act.run();
    }
  }

  private void finish(Cycle cycle, List<String> ids) {
    PoolFault trick = life.faults().any(PoolFault.PART_FAILS, PoolFault.HANGS);
    boolean poisoned = ids.stream().anyMatch(id -> id.startsWith(POISON));
    if (trick == PoolFault.DIES || poisoned) {
      alive = false;
      life.later(life.around(3000), this::start);
    } else if (trick == PoolFault.HANGS) {
      long of = incarnation;
      life.later(life.around(6000), () -> ifLives(of, () -> report(cycle, ids, null)));
    } else {
      report(cycle, ids, trick);
    }
  }

  private void report(Cycle cycle, List<String> ids, PoolFault trick) {
    WorkerEvent sensible = outcome(trick, cycle, ids);
    PoolFault wrong = life.faults().any(PoolFault.TWICE, PoolFault.UNKNOWN_SHARD);
    if (wrong != null) {
      send(forged(wrong, sensible, cycle, ids), wrong);
    }
    send(sensible, trick);
    if (leaving) {
      leaving = false;
      alive = life.random().nextInt(4) > 0;
    }
  }

  private WorkerEvent outcome(PoolFault trick, Cycle cycle, List<String> ids) {
    PoolRecords sending = life.sending();
    SplittableRandom random = life.random();
    if (trick == null) {
      return sending.committed(cycle, null, List.of());
    }
    return switch (trick) {
      case PART_FAILS ->
          sending.committed(cycle, null, List.of(ids.get(random.nextInt(ids.size()))));
      case OTHER_RESULT -> sending.committed(cycle, random);
      case STOPS_EARLY -> sending.committed(cycle, 1 + random.nextInt(ids.size()), List.of());
      case NOTHING_EXECUTED -> sending.committed(cycle, 0, List.of());
      case BATCH_FAILS -> sending.failed(cycle);
      default -> sending.released(cycle);
    };
  }

  private WorkerEvent forged(PoolFault trick, WorkerEvent sensible, Cycle c, List<String> ids) {
    PoolRecords sending = life.sending();
    return switch (trick) {
      case TWICE -> sensible;
      case STALE_EPOCH -> sending.started(c.with(c.shard(), c.epoch() - 1, c.cycle()));
      case UNKNOWN_EPOCH -> sending.failed(c.with(c.shard(), c.epoch() + 1, c.cycle()));
      case WRONG_WORKER ->
          sending.committed(c.by(life.anyMachine().name + "-twin"), null, List.of());
      case UNKNOWN_CYCLE -> sending.released(c.with(c.shard(), c.epoch(), c.cycle() + 1));
      case MALFORMED ->
          life.random().nextBoolean()
              ? sending.committed(c, ids.size() + 1, List.of())
              : sending.committed(c, null, List.of("nobody's"));
      default -> sending.failed(c.with("0xdead", c.epoch(), c.cycle()));
    };
  }
}
