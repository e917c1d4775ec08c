package dev.rota.bots.values;

/** A bot's status. Whatever is not OK keeps its leases and gets no new one. */
public enum BotHealth {
  /** A symbol that this version does not know; its heartbeat is refused. */
  UNKNOWN,
  UNSPECIFIED,
  OK,
  UNHEALTHY,
  HOST_REBOOTING,
  BOT_TERMINATING
}
