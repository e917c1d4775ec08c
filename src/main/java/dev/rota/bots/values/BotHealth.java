package dev.rota.bots.values;

/** A bot's status. A bot that is not OK keeps its leases and gets no new ones. */
public enum BotHealth {
  /** A symbol that this version does not know. Its heartbeat is refused. */
  UNKNOWN,
  UNSPECIFIED,
  OK,
  UNHEALTHY,
  HOST_REBOOTING,
  BOT_TERMINATING
}
