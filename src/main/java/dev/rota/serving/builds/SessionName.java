package dev.rota.serving.builds;

/**
 * The name of a bot's session: its instance, a slash, what the grid calls the session, which is the
 * bot's name, a slash and a number, then another slash and what nobody can guess.
 *
 * @param instance may be empty; the slash is left out then
 * @param mac by the front doors' {@link SessionKey}
 */
record SessionName(String instance, String session, String mac) {
  /** Reads a name, and believes it. Returns null if it is none of this bot. */
  static SessionName of(String name, String bot) {
    int last = name.lastIndexOf('/');
    int number = last < 0 ? -1 : name.lastIndexOf('/', last - 1);
    if (number < 0) {
      return null;
    }
    String mac = name.substring(last + 1);
    String named = name.substring(0, last);
    String session = bot + named.substring(number);
    if (named.equals(session)) {
      return new SessionName("", session, mac);
    }
    return named.endsWith("/" + session)
        ? new SessionName(named.substring(0, named.length() - session.length() - 1), session, mac)
        : null;
  }

  @Override
  public String toString() {
    String own = session + "/" + mac;
    return instance.isEmpty() ? own : instance + "/" + own;
  }
}
