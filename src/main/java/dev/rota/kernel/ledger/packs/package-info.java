/**
 * A task's rows as records of their changelog: those of a checkpoint together, as packs.
 *
 * <p><b>Problem.</b> A task has its rows on a disk that may be lost, stale or copied, and in a
 * compacted topic, the changelog, from which any disk must be restored. A record for each changed
 * row, as Kafka Streams writes it, would cost more than the ledger. So the rows of a checkpoint are
 * one record, a {@link RowPack}. But compaction keeps the last record of each key, and no key fits
 * a mix of rows. Packs must neither grow without bound nor be removed while a row is in no other,
 * and a task may be killed, moved or rebuilt at any time.
 *
 * <p><b>Idea.</b> The changelog is a log whose cleaner is Rota. Packs are numbered, and the number
 * is the key, so that compaction alone removes none. From time to time a <i>pass</i> packs all rows
 * again, in the order of their keys, some at each checkpoint, while rows go on changing. Once it is
 * through, all packs from before it are garbage and are deleted.
 *
 * <pre>
 *  first           whole                        pass.from          next
 *    │               │                             │                │
 *    30 31 … 39 40   41 42 … … 55 56   57 … … 58   59 60 … … 70 71
 *    └─ garbage ─┘   └─ last pass ─┘               └ present pass …
 *    └ soon gone ┘   └──────── each row is in one of these ───────┘
 * </pre>
 *
 * <p>Here the pass that began with pack 41 was through with 56, so {@code whole} became 41. Once
 * the present one is through it becomes 59, and 41 to 58 are garbage.
 *
 * <p>What is known of the packs ({@link PackInventory}: these numbers, sums of bytes, and the last
 * key that the pass has packed) is itself a row, number 5, and in every pack. So whoever has the
 * rows of a pack, on a disk or restored, can write the next one, and a restart, a kill and a
 * standby go on with the pass.
 *
 * <p><b>Steps</b> of a checkpoint ({@link RowPacker}), all in one transaction:
 *
 * <ol>
 *   <li>The changed rows go to the disk, and to packs of at most 512 KiB. A larger row has a pack
 *       of its own.
 *   <li>If the packs have more than twice the bytes of the rows, and 4 MiB, a pass begins. {@link
 *       PackSizes} has the numbers.
 *   <li>A pass packs the next rows: four times as many bytes as have changed, but at most 16 MiB;
 *       as many as have changed and 256 KiB at least.
 *   <li>If it has reached the last row, its first pack becomes {@code whole}.
 *   <li>At most 1 000 packs before {@code whole} are deleted, the earliest first.
 * </ol>
 *
 * <p><b>Restoring.</b> {@link PackUnpacker} takes the packs in their order. Each names the one that
 * it follows. If that is not the one before, some were deleted in between, and the rows so far may
 * have one whose end was among them. So all are removed, and {@link BasePack} keeps on the disk
 * with which pack they begin. In the end they are whole if they begin not later than {@code whole};
 * else they are rebuilt from the ledger, as they are if a pack cannot be read. A pack that the disk
 * has already is skipped. Rows from before there were packs are records of their own; the first
 * pass replaces them.
 *
 * <p><b>Rebuilt rows.</b> A rebuild may take minutes, and a broker ends a transaction after seconds
 * ({@code Domain.turnMaxMillis}). So such rows go to the disk alone, and then a pass brings them to
 * the changelog, 16 MiB with each commit. The first of its packs follows nothing, so that a restore
 * forgets the rows before. Until the pass is through {@code whole} is 0, so that no restore finds
 * rows whole.
 *
 * <p><b>Why it is right.</b> Every row is in a pack from {@code whole} on: by the pass, with the
 * value that it had then, or by the checkpoint that changed it since the pass began. A removed row
 * is in none of them, or its end is in a later one. A gap is always seen, since no number comes
 * again: the first one of a changelog is above its offsets, and the time in ms at least, and a task
 * opens once it has restored all that a former owner committed, however late. {@code PacksLawsTest}
 * kills, moves, rebuilds, damages and compacts at random, and compares what is restored with what
 * was committed. Rows 5 and 6 are checked ({@link dev.rota.kernel.table.CheckedRow}), so that no
 * changed one is believed. {@code BasePackTest} holds the border, and so do the mutants {@code
 * base-one-pack-later} and {@code packs-row-kills}.
 *
 * <p><b>Cost.</b> The changelog has three to four times the bytes of the rows, and 4 MiB. A changed
 * row is written about twice: once as it changes, once by a pass. Rows that only come are written
 * once, since {@link RowPacker#grown} tells by how much all rows grow. {@code PacksLawsTest} holds
 * the size, and what rows that only come cost.
 *
 * <p><b>Rejected.</b> <i>All rows again at once</i>: a lane of a million rows would stop the task
 * and outlast the transaction. <i>A few keys that packs reuse</i>: compaction would remove the rows
 * that the later pack of a key lacks. <i>What is known of the packs as a record of its own</i>: a
 * disk may have rows of another moment than that. <i>To keep the rows across a gap</i>: a deleted
 * row would come back.
 */
package dev.rota.kernel.ledger.packs;
