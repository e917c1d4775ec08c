package dev.rota.lab.traffic.chunks;

/** Faults of listers, workers and operators. */
enum NetworkFault {
  // of listings
  OTHER_SIZE,
  UNKNOWN_REMOVAL,
  ODD_SIZE,
  TOO_LARGE,
  ODD_CHUNK,
  ODD_DATASET,
  OVERLAPPING,
  LISTED_AGAIN,
  RESIZED,
  WHOLE,
  FLOOD,
  // of multi-record listings
  PARTS,
  PARTS_MIXED,
  PART_LOST,
  PART_AGAIN,
  LISTING_ABORTED,
  LISTING_RESTARTED,
  ODD_PART,
  // of workers
  BAD_PEER,
  NO_CAPACITY,
  ODD_FIGURES,
  ODD_VERSION,
  OLD_VERSION,
  OTHER_VERSION,
  SUSPICIOUS,
  BEHIND,
  EMPTY,
  LEAVES,
  NEVER_THERE,
  SILENT,
  OTHER_CAPACITY,
  GIANT_CAPACITY,
  // of operators
  OTHER_POLICY,
  BAD_POLICY,
  SNAPSHOT,
  SNAPSHOT_OF_NOBODY,
  MARK,
  MARK_LIFTED,
  BAD_MARK
}
