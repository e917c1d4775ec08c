package dev.rota.registry;

import org.apache.kafka.common.KafkaException;

/** The registry refused the request. Retries do not help. */
public final class RegistryRefused extends KafkaException {
  private static final long serialVersionUID = 1L;

  static final int NO_SUCH_SUBJECT = 40401;
  static final int NO_SUCH_SCHEMA = 40403;
  static final int INCOMPATIBLE = 409;

  private final int status;
  private final int errorCode;

  RegistryRefused(int status, int errorCode, String message) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }

  public int status() {
    return status;
  }

  /**
   * The registry's error code, such as 40403 (schema not found); the HTTP status if there is none.
   */
  public int errorCode() {
    return errorCode;
  }

  /** Returns true if the subject, version or schema does not exist. */
  public boolean notFound() {
    return status == 404;
  }
}
