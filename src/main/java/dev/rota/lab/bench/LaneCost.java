package dev.rota.lab.bench;

/**
 * What the lanes of a partition cost.
 *
 * @param lanes in the store
 * @param busy lanes among them with a history, and a deadline if the domain has any
 * @param startSeconds until a new task knows which lanes are due, from a store on disk
 * @param startHeapBytes that it holds then
 * @param pending lanes that it knows to have a deadline
 * @param idleBytes of heap per closed lane that has a deadline; 0: the domain has none
 * @param openBytes of heap per lane in memory that has no state yet
 */
public record LaneCost(
    String domain,
    int lanes,
    int busy,
    double startSeconds,
    long startHeapBytes,
    int pending,
    long idleBytes,
    long openBytes) {}
