package dev.rota.serving.builds;

import io.grpc.Status;

/**
 * The name of a bot's session: its instance, a slash, and what the grid calls the session, which is
 * the bot's name, a slash and a number.
 *
 * @param instance may be empty; the slash is left out then
 */
record SessionName(String instance, String session) {
  /**
   * Reads a name.
   *
   * @throws io.grpc.StatusRuntimeException NOT_FOUND: this grid never gave that bot such a name
   */
  static SessionName of(String name, String bot) {
    String number = name.substring(name.lastIndexOf('/') + 1);
    String session = bot + "/" + number;
    if (name.equals(session)) {
      return new SessionName("", session);
    }
    if (name.endsWith("/" + session)) {
      return new SessionName(name.substring(0, name.length() - session.length() - 1), session);
    }
    throw Status.NOT_FOUND
        .withDescription(
            "name: '%s' is no session of the bot '%s'; make a new one".formatted(name, bot))
        .asRuntimeException();
  }

  @Override
  public String toString() {
    return instance.isEmpty() ? session : instance + "/" + session;
  }
}
