package dev.rota.shards.queries;

import dev.rota.engine.Engine;
import dev.rota.shards.model.Policy;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.Times;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Explains why a shard waits, and bounds its waiting time. */
final class Waiting {
  /** Why the run queue waits. */
  enum Cause {
    STOPPED,
    NO_WORKER,
    ALL_SLOTS_BUSY,
    SLOTS_PARKED,
    WORKERS_LEAVING
  }

  private Waiting() {}

  /**
   * Explains the state of a shard.
   *
   * @param at the time for ages in epoch ms, or null without ages
   */
  static Map<String, Object> explain(ShardsState state, Shard shard, Long at) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("shard", shard.name());
    answer.put("state", shard.stage().name());
    answer.put("pending", shard.pool().size());
    switch (shard.stage()) {
      case IDLE -> answer.put("reason", "NOTHING_PENDING");
      case RUNNING -> {
        answer.put("reason", "RUNNING");
        answer.put("lease", Answers.lease(shard, at));
      }
      case PENDING -> pending(state, shard, at, answer);
    }
    return answer;
  }

  private static void pending(ShardsState state, Shard shard, Long at, Map<String, Object> answer) {
    List<Shard> places = state.queue().all();
    List<Shard> ahead = places.subList(0, places.indexOf(shard));
    List<String> parked = parked(state);
    answer.put("ahead", ahead.size());
    answer.put("since", shard.queuedAt());
    if (at != null) {
      answer.put("age", at - shard.queuedAt());
    }
    answer.put("reason", cause(state).name());
    if (!parked.isEmpty()) {
      answer.put("parked", parked);
    }
    bound(state, ahead).ifPresent(millis -> answer.put("boundMillis", millis));
  }

  /** Leased shards whose slots are free for others afterwards. */
  static List<Shard> busy(ShardsState state) {
    return state.leased().stream()
        .filter(one -> !state.worker(one.lease().worker()).leaving())
        .toList();
  }

  /**
   * Returns an upper bound, from now on, of the time until this shard's slot is free. Strict FIFO
   * gives each shard ahead to the first free slot. A longer quantum never frees a slot earlier. The
   * bound holds while workers live, no lease expires and no cycle outlasts its lease's quantum. A
   * quantum of 0 is always outlasted, so it has no bound. Nor has a pool that is stopped.
   */
  static OptionalLong bound(ShardsState state, List<Shard> ahead) {
    Policy policy = state.policy();
    PriorityQueue<Long> free = new PriorityQueue<>();
    for (Shard one : state.standing().serves() ? busy(state) : List.<Shard>of()) {
      free.add(hold(one, policy, one.lease().awaitsStart()));
    }
    boolean bounded = !free.isEmpty() && !free.contains(Engine.NEVER);
    for (Shard one : bounded ? ahead : List.<Shard>of()) {
      if (one.pool().size() > 0) { // else skipped, L4
        long hold = hold(one, policy, true);
        bounded &= hold != Engine.NEVER;
        free.add(Times.plus(free.remove(), hold));
      }
    }
    return bounded ? OptionalLong.of(free.element()) : OptionalLong.empty();
  }

  /**
   * How long a shard may have its slot from now on. Its quantum begins anew with the report of its
   * start (Q3), which comes before the lease expires (F7).
   */
  private static long hold(Shard shard, Policy policy, boolean awaitsStart) {
    long quantum = shard.quantum(policy);
    if (quantum == 0) {
      return Engine.NEVER;
    }
    return awaitsStart ? Times.plus(Times.limit(0, policy.lease()), quantum) : quantum;
  }

  /** Returns slots that wait for a report of an expired lease (F7): worker, shard, epoch. */
  private static List<String> parked(ShardsState state) {
    return state.fleet().all().stream()
        .flatMap(
            worker ->
                worker.parked().stream()
                    .map(slot -> worker.name() + " " + slot.shard() + " " + slot.epoch()))
        .toList();
  }

  /** Returns why the head of the run queue waits. */
  static Cause cause(ShardsState state) {
    if (!state.standing().serves()) {
      return Cause.STOPPED;
    }
    if (!state.hasWorker()) {
      return Cause.NO_WORKER;
    }
    if (!busy(state).isEmpty()) {
      return Cause.ALL_SLOTS_BUSY;
    }
    return parked(state).isEmpty() ? Cause.WORKERS_LEAVING : Cause.SLOTS_PARKED;
  }
}
