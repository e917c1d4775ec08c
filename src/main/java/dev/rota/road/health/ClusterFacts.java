package dev.rota.road.health;

/**
 * What a cluster says of one partition of a domain. Times are epoch ms, as far as this process has
 * seen it.
 *
 * @param waiting null: it is not known
 * @param unknown why not
 * @param standsSince since when inputs wait and none is taken; 0: they are taken
 * @param ownerSince since when the group says this kind of owner
 * @param heldSince 0: it is not held
 * @param asOfMillis when the cluster answered last; 0: never
 * @param trouble what of the partition cannot be reached; before Kafka has answered, since when it
 *     is asked
 */
public record ClusterFacts(
    WaitingInputs waiting,
    HealthTrouble unknown,
    long standsSince,
    PartitionOwner owner,
    long ownerSince,
    long heldSince,
    long asOfMillis,
    HealthTrouble trouble) {}
