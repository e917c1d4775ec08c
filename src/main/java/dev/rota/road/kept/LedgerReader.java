package dev.rota.road.kept;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.road.topics.TurnReader;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Replays the turns of one ledger partition, record by record, and reports to an observer what it
 * finds. Whoever has the records decides where they come from: a file, a consumer, a log with
 * lookahead.
 */
public final class LedgerReader {
  private final PartitionReplay replay;
  private final Observer observer;
  private Function<ConsumerRecord<byte[], byte[]>, byte[]> value = TurnReader::bytes;
  private PageEnd end;

  /** The record at hand, and its page; null: it is not read yet, or cannot be. */
  private ConsumerRecord<byte[], byte[]> record;

  private TurnPage page;

  /** Gets what each record shows, in order. What it throws ends the reading. */
  public interface Observer {
    /** A page is read. Its turns are decided next. */
    default void begin(TurnPage page) {}

    /** A turn is verified. */
    void same(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Same turn);

    /** A turn cannot be replayed. */
    void unproved(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Unproved turn);

    /** A turn or a page is another than the one that is decided. */
    void differs(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference);

    /** The record is no page. */
    default void unreadable(
        ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference) {
      differs(record, difference);
    }

    /**
     * All of a page is reported.
     *
     * @param end of the ledger so far
     */
    default void end(ConsumerRecord<byte[], byte[]> record, TurnPage page, PageEnd end) {}
  }

  /**
   * Continues after that end.
   *
   * @param lanes as they stand there; they take the turns
   */
  public LedgerReader(
      PageEnd end, Domain domain, int partition, LaneStore lanes, Observer observer) {
    this(PartitionReplay.after(end, domain, partition, lanes), end, observer);
  }

  /** Begins there. The start's lanes take the turns. */
  public LedgerReader(OpenedCheckpoint start, Domain domain, int partition, Observer observer) {
    this(start.end(), domain, partition, start.lanes(), observer);
  }

  /** Continues a replay that stands at that end. */
  public LedgerReader(PartitionReplay replay, PageEnd end, Observer observer) {
    this.replay = replay;
    this.end = end;
    this.observer = observer;
  }

  /** Replays the turns of these lanes alone. Call it before the first record. */
  public LedgerReader only(Predicate<String> lanes) {
    replay.only(lanes);
    return this;
  }

  /** Takes this for the bytes of a record's page. */
  public LedgerReader reading(Function<ConsumerRecord<byte[], byte[]>, byte[]> bytes) {
    value = bytes;
    return this;
  }

  /** Takes the next record. Returns the bytes of its page. */
  public int take(ConsumerRecord<byte[], byte[]> next) {
    byte[] bytes = value.apply(next);
    record = next;
    page = null;
    replay.page(bytes, this::begin, this::judge);
    if (page != null) {
      end = new PageEnd(page.number(), end.turns() + page.turns().size(), PageWire.seal(bytes));
      observer.end(record, page, end);
    }
    record = null;
    page = null;
    return bytes.length;
  }

  private void begin(TurnPage next) {
    page = next;
    observer.begin(next);
  }

  private void judge(ReplayVerdict verdict) {
    switch (verdict) {
      case ReplayVerdict.Same same -> observer.same(record, same);
      case ReplayVerdict.Unproved unproved -> observer.unproved(record, unproved);
      case ReplayVerdict.Differs differs when page == null -> observer.unreadable(record, differs);
      case ReplayVerdict.Differs differs -> observer.differs(record, differs);
    }
  }

  /** Records are damaged or missing: what follows them may go on in any way. */
  public void tear() {
    replay.tear();
  }

  /** Returns true if records are damaged or missing. */
  public boolean isTorn() {
    return replay.isTorn();
  }

  /** The end of the ledger so far. */
  public PageEnd end() {
    return end;
  }
}
