package dev.rota.readers.capsule;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.Page;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.Replay;
import dev.rota.kernel.ledger.Verdict;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.readers.follow.NotKnown;
import dev.rota.road.kept.Kept;
import dev.rota.road.kept.LedgerPlace;
import dev.rota.road.kept.Start;
import dev.rota.road.topics.TurnReader;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Decides the records before a capsule again, for a checkpoint at its beginning. */
final class Forerun<S extends State, I, F extends Fact<S>> {
  private final LedgerPlace place;
  private final TreeRows rows;
  private final Replay<S, I, F> replay;
  private final LongAdder done;
  private long turns;
  private Kept kept;

  /**
   * Begins.
   *
   * @param start null: with the ledger's first record
   * @param done counts the turns that are decided
   */
  Forerun(
      Domain<S, I, F> domain,
      String cluster,
      TopicPartition ledger,
      Start<S, I, F> start,
      LongAdder done) {
    this.place = new LedgerPlace(cluster, ledger.topic(), ledger.partition());
    this.rows = start == null ? new TreeRows() : start.rows();
    this.done = done;
    this.kept = start == null ? null : start.kept();
    this.turns = start == null ? 0 : kept.turns();
    LaneStore<S, I, F> lanes = start == null ? new LaneStore<>(domain, rows) : start.lanes();
    this.replay =
        Replay.after(
            start == null ? PageEnd.START : start.end(), domain, ledger.partition(), lanes);
  }

  /**
   * Takes the next record.
   *
   * @throws NotKnown if one of its turns cannot be proved
   */
  void take(ConsumerRecord<byte[], byte[]> record) {
    byte[] bytes = TurnReader.bytes(record);
    String where = place + "/" + record.offset();
    replay.page(bytes, verdict -> judge(where, verdict));
    end(record, bytes);
  }

  private void judge(String where, Verdict verdict) {
    if (!(verdict instanceof Verdict.Same)) {
      throw new NotKnown(
          where + " cannot be decided again, so no state after it is proved: see 'rota audit'");
    }
    turns++;
    done.increment();
  }

  private void end(ConsumerRecord<byte[], byte[]> record, byte[] bytes) {
    Page page = decoded(bytes);
    kept =
        new Kept(
            place,
            page.number(),
            PageWire.seal(bytes),
            record.offset(),
            turns,
            page.atMillis(),
            new TreeMap<>(),
            List.of(),
            new byte[Sha256.BYTES],
            null);
  }

  private static Page decoded(byte[] bytes) {
    try {
      return new PageWire().decode(bytes);
    } catch (PageWire.BadPage e) {
      throw new IllegalStateException("a page that was decided again", e);
    }
  }

  /** The end of the checkpoint, without its pieces; null: the capsule begins with the ledger. */
  Kept kept() {
    return kept;
  }

  /** The first offset that the capsule needs: that of the checkpoint's page. */
  long offset() {
    return kept == null ? 0 : kept.offset();
  }

  /** Of all lanes, as of the last record. */
  Rows rows() {
    return rows;
  }
}
