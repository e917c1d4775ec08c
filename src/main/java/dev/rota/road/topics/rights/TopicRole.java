package dev.rota.road.topics.rights;

/** Who works with a domain's topics. */
public enum TopicRole {
  /** {@code rota run}. */
  ENGINE,
  /** {@code rota audit}, which may also keep checkpoints. */
  AUDITOR,
  /** {@code rota follow}, and the commands that answer from a ledger. */
  FOLLOWER,
  /** {@code rota notary}. */
  NOTARY,
  /** Who sends inputs. */
  PRODUCER,
  /** Who reads outputs. */
  CONSUMER,
  /** Who takes part: it reads what is assigned to it, and reports. */
  BOT,
  /** {@code rota reapi}, for which clients and workers need no rights of their own. */
  REAPI,
  /** {@code rota backup}. */
  BACKUP,
  /** Who creates topics, trims ledgers, releases what is held and sends dead letters again. */
  OPERATOR
}
