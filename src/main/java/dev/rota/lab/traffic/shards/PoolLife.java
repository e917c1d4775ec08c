package dev.rota.lab.traffic.shards;

import dev.rota.lab.traffic.DecidedLane;
import dev.rota.lab.traffic.FaultMix;
import dev.rota.lab.traffic.ParticipantHistory;
import dev.rota.lab.traffic.Traffic.Event;
import dev.rota.shards.Register;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.ShardsEngine;
import dev.rota.shards.wire.ShardsWire;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/**
 * A simulated pool. Clients send transactions; workers execute, report and send heartbeats. It runs
 * the engine on its own events to learn the assignments.
 */
final class PoolLife implements Iterator<Event> {
  private final DecidedLane<ShardsState, ShardsInput, ShardsFact> lane =
      new DecidedLane<>(new ShardsWire(), new ShardsEngine(), ShardsState::new);
  private final ParticipantHistory unfolding;
  private final List<SimulatedWorker> machines = new ArrayList<>();
  private final PoolShape shape;
  private final PoolRecords sending;
  private final FaultMix<PoolFault> faults;
  private final PoolClients clients;
  private final PoolOperators operators;

  PoolLife(PoolShape shape, PoolRecords sending, long seed, FaultMix<PoolFault> faults) {
    this.shape = shape;
    this.sending = sending;
    this.unfolding = new ParticipantHistory(seed);
    this.faults = faults;
    this.clients = new PoolClients(this);
    this.operators = new PoolOperators(this);
    happen(ShardsWire.POLICIES, shape.policy(), null);
    for (int i = 0; i < Math.min(8, shape.shards()); i++) {
      Long quantum = random().nextInt(4) == 0 ? 50L * random().nextInt(6) : null;
      happen(ShardsWire.POLICIES, sending.command(new Register(shape.shard(i), quantum)), null);
    }
    for (int i = 0; i < shape.workers(); i++) {
      SimulatedWorker machine = new SimulatedWorker(this, "worker-" + i);
      machines.add(machine);
      later(random().nextInt(500), machine::start);
    }
    later(100, clients::send);
    later(0, operators::update);
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Event next() {
    return unfolding.next();
  }

  PoolShape shape() {
    return shape;
  }

  PoolRecords sending() {
    return sending;
  }

  SplittableRandom random() {
    return unfolding.random();
  }

  FaultMix<PoolFault> faults() {
    return faults;
  }

  SimulatedWorker anyMachine() {
    return machines.get(random().nextInt(machines.size()));
  }

  void later(long inMillis, Runnable act) {
    unfolding.later(inMillis, act);
  }

  /** Returns a random duration between half of {@code millis} and one and a half of it. */
  long around(int millis) {
    return unfolding.around(millis);
  }

  /** Sends the record and applies its consequences to the simulation. */
  void happen(String topic, SpecificRecord record, PoolFault fault) {
    unfolding.happen(topic, record, FaultMix.told(fault));
    for (ShardsFact fact : lane.take(unfolding.nowMillis(), record)) {
      if (lane.told(fact) instanceof ShardAssignment assigned) {
        follow(assigned);
      } else {
        clients.hear(fact);
      }
    }
  }

  private void follow(ShardAssignment assigned) {
    for (SimulatedWorker machine : machines) {
      if (machine.name().equals(assigned.getWorker()) && assigned.getEndOfLease() == null) {
        machine.execute(assigned);
      }
    }
  }
}
