package dev.rota.app.cluster;

import java.util.HashMap;
import java.util.Map;

/** Short registry time-outs for interactive use. */
public final class ClientTimeouts {
  private ClientTimeouts() {}

  /** Adds short time-outs where none are configured. */
  public static Map<String, Object> of(Map<String, Object> registry) {
    Map<String, Object> configs = new HashMap<>();
    configs.put("http.connect.timeout.ms", 3_000);
    configs.put("http.read.timeout.ms", 10_000);
    configs.put("max.retries", 1);
    configs.put("retries.wait.ms", 200);
    configs.put("rota.unknown.schema.wait.ms", 0);
    configs.putAll(registry);
    return configs;
  }
}
