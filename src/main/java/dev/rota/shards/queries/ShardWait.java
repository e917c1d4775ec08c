package dev.rota.shards.queries;

import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.DispatchRoutine;
import dev.rota.shards.rules.RunQueueBarrier;
import dev.rota.shards.rules.WaitingBound;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Explains why a shard waits, and says for how long at most. */
final class ShardWait {
  private ShardWait() {}

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
        answer.put("lease", ShardsAnswers.lease(shard, at));
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
    answer.put("reason", reason(DispatchRoutine.queueBarrier(state)));
    if (!parked.isEmpty()) {
      answer.put("parked", parked);
    }
    WaitingBound.of(state, ahead).ifPresent(millis -> answer.put("boundMillis", millis));
  }

  private static String reason(RunQueueBarrier barrier) {
    return switch (barrier) {
      case SHUT_DOWN, DRAINED -> "STOPPED";
      default -> barrier.name();
    };
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
}
