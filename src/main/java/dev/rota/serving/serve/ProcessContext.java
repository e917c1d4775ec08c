package dev.rota.serving.serve;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a process knows beside what it follows. */
@FunctionalInterface
public interface ProcessContext {
  /** Nothing is known. */
  ProcessContext NOBODY = (_, _) -> Optional.empty();

  /**
   * Who answers about a partition that is not followed here: the host and port, such as {@code
   * 10.0.0.7:8090}, if it is known.
   */
  Optional<String> server(String domain, int partition);

  /** How the domains stand that this process decides, as fields of JSON; empty: it decides none. */
  default List<Map<String, Object>> engine() {
    return List.of();
  }
}
