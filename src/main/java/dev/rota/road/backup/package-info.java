/**
 * Copies of a domain's topics in files, and the way back into an empty cluster: the same records at
 * the same offsets. docs/backup.md says why, and what follows.
 *
 * <p><b>The problem.</b> A ledger names its inputs by topic, partition and offset. So do headers,
 * kept checkpoints and notaries' logs. A producer cannot choose an offset: the broker counts. And
 * offsets have gaps: markers of transactions, records of aborted ones, records that compaction or
 * retention has removed.
 *
 * <p><b>The idea.</b> A partition is written from offset 0 on, and what is a gap there is filled
 * with records that no reader of committed records sees. Records go out by a producer without
 * transactions, fillers by a second one, in a transaction that is aborted in the end. Its marker
 * takes the last offset of a gap. So thousands of gaps need one transaction ({@link
 * dev.rota.road.backup.OffsetKeepingWriter}).
 *
 * <p><b>Why it is right.</b> Every acknowledgement names its offset, and each is compared with the
 * one that is asked for. Another writer, or a record that is lost, ends the restore.
 *
 * <p><b>Cost.</b> A gap between records costs two round trips: the records before it must be
 * acknowledged before the filler is sent, and the other way round. A stretch without gaps goes as
 * fast as any producer.
 *
 * <p><b>Rejected.</b> To map positions instead: pages are sealed over them. A transaction for each
 * gap, as the engine made them: the coordinator needs tens of milliseconds between two.
 */
package dev.rota.road.backup;
