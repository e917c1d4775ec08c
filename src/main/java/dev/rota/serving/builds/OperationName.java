package dev.rota.serving.builds;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/**
 * The name of an operation: its instance, a slash, and what the grid calls it.
 *
 * @param instance may be empty; the slash is left out then
 */
record OperationName(String instance, String operation) {
  /**
   * Reads a name.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: it is empty
   */
  static OperationName of(String name) {
    int slash = name.lastIndexOf('/');
    if (slash + 1 == name.length()) {
      throw Status.INVALID_ARGUMENT
          .withDescription(
              "name: '%s' names no operation; give it as Execute answered it".formatted(name))
          .asRuntimeException();
    }
    return new OperationName(slash < 0 ? "" : name.substring(0, slash), name.substring(slash + 1));
  }

  /**
   * Reads the name of an operation that a client asks about.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: it can name none
   */
  static OperationName asked(String text, BuildInstances instances) {
    OperationName name = of(text);
    var _ = instances.check("name", name.instance());
    return name;
  }

  /** An operation of another instance is unknown to whoever asks by this name. */
  boolean isOf(OperationStanding standing) {
    return standing.instance().equals(instance);
  }

  StatusRuntimeException unknown() {
    return Status.NOT_FOUND
        .withDescription(
            "name: the grid does not know the operation '%s', or has forgotten it".formatted(this))
        .asRuntimeException();
  }

  @Override
  public String toString() {
    return instance.isEmpty() ? operation : instance + "/" + operation;
  }
}
