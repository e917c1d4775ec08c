package dev.rota.chunks.traffic;

/** What those who list chunks, workers and operators may get wrong. */
enum NetworkFault {
  // of a listing
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
  // of a listing of many records
  PARTS,
  PARTS_MIXED,
  PART_LOST,
  PART_AGAIN,
  LISTING_ABORTED,
  LISTING_RESTARTED,
  ODD_PART,
  // of a worker
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
  // of those who run the network
  OTHER_POLICY,
  BAD_POLICY,
  SNAPSHOT,
  SNAPSHOT_OF_NOBODY
}
