package dev.rota.shards.queries;

import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.ShardsState;
import java.util.LinkedHashMap;
import java.util.Map;

/** What holds for all of a pool, with the names of its records. */
final class PoolInForce {
  private PoolInForce() {}

  static Map<String, Object> policy(PoolPolicy policy) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("quantumMs", policy.quantum());
    answer.put("maxBatch", policy.maxBatch());
    answer.put("sessionTimeoutMs", policy.session());
    answer.put("leaseTimeoutMs", policy.lease());
    answer.put("maxAttempts", policy.maxAttempts());
    answer.put("maxPending", policy.maxPending());
    answer.put("creation", policy.registered() ? "REGISTERED" : "LAZY");
    answer.put("nonces", policy.strict() ? "STRICT" : "OFF");
    answer.put("affinity", policy.affine() ? "LAST" : "OFF");
    answer.put("beats", policy.beatsAnswered() ? "ANSWERED" : "CHANGES");
    return answer;
  }

  static Map<String, Object> environment(ShardsState state) {
    ExecutionEnvironment environment = state.environment();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("version", state.counters().environment());
    answer.put("number", environment.number());
    answer.put("timestamp", environment.timestamp());
    answer.put("l1GasPriceWei", environment.l1GasPriceWei());
    answer.put("l1GasPriceFri", environment.l1GasPriceFri());
    answer.put("sequencerAddress", environment.sequencerAddress());
    answer.put("protocolVersion", environment.protocolVersion());
    return answer;
  }
}
