package dev.rota.serving.builds;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Set;
import java.util.TreeSet;

/**
 * The instances that may be named.
 *
 * @param known empty: any
 */
record BuildInstances(Set<String> known) {
  /**
   * Checks a name.
   *
   * @throws StatusRuntimeException NOT_FOUND
   */
  String check(String field, String instance) {
    if (known.isEmpty() || known.contains(instance)) {
      return instance;
    }
    throw Status.NOT_FOUND
        .withDescription(
            "%s: there is no instance '%s'; name one of %s"
                .formatted(field, instance, new TreeSet<>(known)))
        .asRuntimeException();
  }
}
