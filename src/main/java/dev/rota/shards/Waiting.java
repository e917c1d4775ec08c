package dev.rota.shards;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Why a shard waits, and for how long at most. */
final class Waiting {
  private Waiting() {}

  static Map<String, Object> explain(ShardsState state, Shard shard) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("shard", shard.name);
    answer.put("state", shard.stage.name());
    answer.put("pending", shard.pool.size());
    switch (shard.stage) {
      case IDLE -> answer.put("reason", "NOTHING_PENDING");
      case RUNNING -> {
        answer.put("reason", "RUNNING");
        answer.put("lease", Answers.lease(shard));
      }
      case PENDING -> pending(state, shard, answer);
    }
    return answer;
  }

  private static void pending(ShardsState state, Shard shard, Map<String, Object> answer) {
    List<Shard> places = state.queue().all();
    int ahead = 0;
    while (places.get(ahead) != shard) {
      ahead++;
    }
    int slots = state.leases();
    answer.put("ahead", ahead);
    answer.put("since", shard.queuedAt);
    answer.put("reason", reason(state, slots));
    if (slots > 0 && state.standing().serves()) {
      // Strict FIFO: those ahead and those that run have a quantum each, if no cycle outlasts it.
      long quanta = 1 + (long) ahead / slots;
      answer.put("boundMillis", quanta * state.policy().quantum());
    }
  }

  private static String reason(ShardsState state, int slots) {
    if (!state.standing().serves()) {
      return "STOPPED";
    }
    if (state.fleet().all().isEmpty()) {
      return "NO_WORKER";
    }
    return slots == 0 ? "NO_SLOT" : "ALL_SLOTS_BUSY";
  }
}
