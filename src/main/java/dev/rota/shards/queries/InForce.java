package dev.rota.shards.queries;

import dev.rota.shards.model.Environment;
import dev.rota.shards.model.ShardsState;
import java.util.LinkedHashMap;
import java.util.Map;

/** What holds for all of a pool, with the names of its records. */
final class InForce {
  private InForce() {}

  static Map<String, Object> environment(ShardsState state) {
    Environment environment = state.environment();
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
