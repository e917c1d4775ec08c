package dev.rota.shards.traffic;

/** What clients, workers and operators of a pool may get wrong. */
enum PoolFault {
  // of a client
  DUPLICATE_TRANSACTION,
  NONCE_GAP,
  ODD_NAME,
  ODD_NONCE,
  POISON,
  // of a worker with its cycle
  PART_FAILS,
  BATCH_FAILS,
  STOPS_EARLY,
  NOTHING_EXECUTED,
  GIVES_BACK,
  DIES,
  HANGS,
  // of a report
  TWICE,
  STALE_EPOCH,
  UNKNOWN_EPOCH,
  WRONG_WORKER,
  UNKNOWN_CYCLE,
  MALFORMED,
  UNKNOWN_SHARD,
  // of a worker itself
  LEAVES,
  STALE_INCARNATION,
  ODD_SLOTS,
  ODD_WORKER,
  NEVER_JOINED,
  // of those who run the pool
  ENVIRONMENT_BACK,
  ODD_ENVIRONMENT,
  OTHER_POLICY,
  BAD_POLICY,
  COMMAND
}
