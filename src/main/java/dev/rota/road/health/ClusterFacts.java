package dev.rota.road.health;

/**
 * What a cluster says of one partition of a domain.
 *
 * @param waiting null: it is not known
 * @param whyUnknown why not, in words; null: it is known
 * @param standsSince since when inputs wait and none is taken, epoch ms; 0: they are taken
 * @param heldSince epoch ms; 0: it is not held
 * @param asOfMillis when the cluster answered last, epoch ms; 0: never
 * @param trouble what of the partition cannot be reached, in words; null: all can
 * @param troubleSince epoch ms; 0: there is none
 */
public record ClusterFacts(
    WaitingInputs waiting,
    String whyUnknown,
    long standsSince,
    PartitionOwner owner,
    long heldSince,
    long asOfMillis,
    String trouble,
    long troubleSince) {}
