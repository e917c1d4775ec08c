package dev.rota.serve;

import java.util.Optional;

/** Who answers about the partitions that are not followed here. */
@FunctionalInterface
public interface Elsewhere {
  /** Nobody is known. */
  Elsewhere NOBODY = (domain, partition) -> Optional.empty();

  /** The host and port of who does, such as {@code 10.0.0.7:8090}, if it is known. */
  Optional<String> server(String domain, int partition);
}
