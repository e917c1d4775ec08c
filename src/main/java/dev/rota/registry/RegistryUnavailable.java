package dev.rota.registry;

import org.apache.kafka.common.errors.RetriableException;

/** No registry answered, or all reported a temporary failure, after all retries. */
public final class RegistryUnavailable extends RetriableException {
  private static final long serialVersionUID = 1L;

  RegistryUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
