package dev.rota.road.kept;

/**
 * Where a kept checkpoint is, and how far it goes. Its end may be as large as a record, and anybody
 * who can write the topic writes as many as he likes: one is read again when it is opened.
 *
 * @param page number of the last page whose turns it has taken
 * @param pageOffset of that page in the ledger
 * @param turns of all lanes up to there
 * @param atMillis the time of the page's newest turn, epoch ms
 * @param pieces how many its rows have
 * @param offset of its end
 * @param holds true: it is of this ledger partition, whole, and by the word of who counts
 */
public record CheckpointMark(
    long page,
    long pageOffset,
    long turns,
    long atMillis,
    int pieces,
    long offset,
    boolean holds) {}
