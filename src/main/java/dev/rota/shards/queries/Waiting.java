package dev.rota.shards.queries;

import dev.rota.shards.model.Policy;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.Times;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Why a shard waits, and for how long at most. */
final class Waiting {
  private Waiting() {}

  /**
   * Of one shard.
   *
   * @param at epoch ms, for ages; null: without
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
    List<Shard> busy =
        state.leased().stream()
            .filter(one -> !state.worker(one.lease().worker()).leaving())
            .toList();
    List<String> parked = parked(state);
    answer.put("ahead", ahead.size());
    answer.put("since", shard.queuedAt());
    if (at != null) {
      answer.put("age", at - shard.queuedAt());
    }
    answer.put("reason", reason(state, busy, parked));
    if (!parked.isEmpty()) {
      answer.put("parked", parked);
    }
    if (state.standing().serves()) {
      bound(state.policy(), busy, ahead).ifPresent(millis -> answer.put("boundMillis", millis));
    }
  }

  /**
   * When the slot that is this shard's is free at the latest, from now: strict FIFO gives each
   * shard ahead to the slot that is free first, and a longer quantum of any never frees it earlier.
   * It holds while workers live and no cycle outlasts its lease's quantum; a quantum of 0 is always
   * outlasted, so that nothing is promised.
   */
  private static OptionalLong bound(Policy policy, List<Shard> busy, List<Shard> ahead) {
    PriorityQueue<Long> free = new PriorityQueue<>();
    for (Shard one : busy) {
      if (one.quantum(policy) == 0) {
        return OptionalLong.empty();
      }
      free.add(one.quantum(policy));
    }
    if (free.isEmpty()) {
      return OptionalLong.empty();
    }
    for (Shard one : ahead) {
      if (one.pool().size() > 0) { // else it is passed over, L4
        if (one.quantum(policy) == 0) {
          return OptionalLong.empty();
        }
        free.add(Times.plus(free.remove(), one.quantum(policy)));
      }
    }
    return OptionalLong.of(free.element());
  }

  /** Slots that wait for a word about a lease that expired, F7: worker, shard, epoch. */
  private static List<String> parked(ShardsState state) {
    return state.fleet().all().stream()
        .flatMap(
            worker ->
                worker.parked().stream()
                    .map(slot -> worker.name() + " " + slot.shard() + " " + slot.epoch()))
        .toList();
  }

  private static String reason(ShardsState state, List<Shard> busy, List<String> parked) {
    if (!state.standing().serves()) {
      return "STOPPED";
    }
    if (!state.hasWorker()) {
      return "NO_WORKER";
    }
    if (!busy.isEmpty()) {
      return "ALL_SLOTS_BUSY";
    }
    return parked.isEmpty() ? "WORKERS_LEAVING" : "SLOTS_PARKED";
  }
}
