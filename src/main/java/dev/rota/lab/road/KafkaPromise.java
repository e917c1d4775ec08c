package dev.rota.lab.road;

/** What engines rely on Kafka for. If it is not kept, something wrong must become visible. */
public enum KafkaPromise {
  /** The group accepts offsets of its present members only. */
  FORMER_MEMBERS_ARE_REFUSED,
  /** A producer whose transaction was taken from it writes no more. */
  FORMER_PRODUCERS_ARE_FENCED,
  /** A task reads the ledger once nothing of it is open. */
  OPEN_TRANSACTIONS_ARE_AWAITED,
  /** A task asks for offsets until no transaction may change them. */
  OFFSETS_ARE_STABLE,
  /** A task restores what a former owner committed to the changelog, however late. */
  CHANGELOG_IS_READ_TO_ITS_END
}
