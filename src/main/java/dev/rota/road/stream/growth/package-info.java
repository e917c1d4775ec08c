/**
 * Gives a domain more partitions.
 *
 * <p><b>Problem.</b> A lane belongs to the partition that its name hashes to. With more partitions
 * some lanes belong elsewhere, and neither their order nor their proofs may be lost.
 *
 * <p><b>Steps</b>, with all engines stopped:
 *
 * <ol>
 *   <li>All partitions are replayed, and every input must be taken. Nothing is changed before.
 *   <li>All topics but the inputs grow. An engine that is started from now on ends: its topics do
 *       not have the same number of partitions.
 *   <li>Each lane that belongs elsewhere moves in a transaction of its own: its departure on the
 *       old partition, and its arrival on the new one ({@link dev.rota.kernel.ledger.moves}).
 *   <li>The inputs grow. So no producer sends to a partition before its lanes are there.
 * </ol>
 *
 * <p><b>Why it may be killed.</b> What has left and come is in the ledger, and a transaction has
 * both. Whoever runs it again fences the one before, by its transactional id, and goes on with the
 * lanes that are left. The inputs tell how many partitions there were: they grow last.
 */
package dev.rota.road.stream.growth;
