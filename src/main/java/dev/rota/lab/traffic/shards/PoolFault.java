package dev.rota.lab.traffic.shards;

/** Faults of a pool's clients, workers and operators. */
enum PoolFault {
  // of clients
  DUPLICATE_TRANSACTION,
  NONCE_GAP,
  ODD_NAME,
  ODD_NONCE,
  ANONYMOUS,
  POISON,
  // of workers in a cycle
  PART_FAILS,
  OTHER_RESULT,
  BATCH_FAILS,
  STOPS_EARLY,
  NOTHING_EXECUTED,
  GIVES_BACK,
  DIES,
  HANGS,
  // of reports
  TWICE,
  STALE_EPOCH,
  UNKNOWN_EPOCH,
  WRONG_WORKER,
  UNKNOWN_CYCLE,
  MALFORMED,
  UNKNOWN_SHARD,
  // of workers
  LEAVES,
  STALE_INCARNATION,
  ODD_SLOTS,
  ODD_WORKER,
  NEVER_JOINED,
  // of operators
  ENVIRONMENT_BACK,
  OTHER_ENVIRONMENT,
  ODD_ENVIRONMENT,
  OTHER_POLICY,
  BAD_POLICY,
  COMMAND
}
