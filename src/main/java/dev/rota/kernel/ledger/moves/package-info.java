/**
 * How a lane moves from one partition of its ledger to another.
 *
 * <p><b>Problem.</b> A lane belongs to the partition that its name hashes to. With more partitions
 * some lanes belong elsewhere. Their rows, numbers and order must go with them, and whoever replays
 * one partition must be able to verify its part without the other.
 *
 * <p><b>Idea.</b> The ledger alone says it. The lane's last turn on its old partition, LEAVE, says
 * where it goes and has a digest of all its rows. The rows come to the new partition as the inputs
 * of turns, ARRIVE, some of them with each.
 *
 * <pre>
 *  partition 0   … 16 INPUT   17 LEAVE to 3, digest d
 *  partition 3                18 ARRIVE piece 1 of 2, d   19 ARRIVE piece 2 of 2, d   20 INPUT …
 * </pre>
 *
 * <p><b>Why it is right.</b> A replay of the old partition knows the rows and computes {@code d}
 * again. A replay of the new one puts the pieces together, cuts the rows again, and must get {@code
 * d}. That both are of one move, an audit compares ({@code LaneMoveCheck}). No rules take part, so
 * a lane whose rules fail moves as well, as it stands: its next deadline goes with it.
 *
 * <p><b>Rejected.</b> <i>To read the rows from the old partition when they are needed</i>: no
 * partition could be opened or trimmed alone. <i>To replay the old partition's turns on the new
 * one</i>: each output would be there twice.
 */
package dev.rota.kernel.ledger.moves;
