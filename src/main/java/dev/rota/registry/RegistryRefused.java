package dev.rota.registry;

import org.apache.kafka.common.KafkaException;

/** The registry understood the request and said no; asking again gives the same answer. */
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

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The registry's own code, such as 40403 (no such schema); the status where it gave none. */
  public int errorCode() {
    return errorCode;
  }

  /** No such subject, version or schema. */
  public boolean notFound() {
    return status == 404;
  }
}
