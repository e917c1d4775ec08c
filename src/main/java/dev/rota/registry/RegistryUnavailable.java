package dev.rota.registry;

import org.apache.kafka.common.errors.RetriableException;

/**
 * No registry answered, or each answered that it cannot serve now, for as long as the retries
 * allow.
 */
public final class RegistryUnavailable extends RetriableException {
  private static final long serialVersionUID = 1L;

  RegistryUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
