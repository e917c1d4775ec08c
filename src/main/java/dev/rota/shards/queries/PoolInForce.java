package dev.rota.shards.queries;

import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.ShardsState;
import java.util.LinkedHashMap;
import java.util.Map;

/** What holds for all of a pool, with the names of its records. */
final class PoolInForce {
  private PoolInForce() {}

  static Map<String, Object> environment(ShardsState state) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("version", state.counters().environment());
    answer.putAll(ExecutionEnvironment.FIELDS.told(state.environment()));
    return answer;
  }
}
