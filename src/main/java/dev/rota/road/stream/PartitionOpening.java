package dev.rota.road.stream;

import static dev.rota.base.text.LogField.domain;
import static dev.rota.base.text.LogField.partition;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.DamagedRows;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.table.PrefixedRows;
import dev.rota.kernel.table.Rows;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.stream.past.LedgerEnd;
import dev.rota.road.stream.past.LedgerMismatch;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.past.RetainedCheckpoints;
import dev.rota.road.stream.past.StrictObserver;
import dev.rota.road.stream.past.UnfitLedger;
import dev.rota.road.stream.rows.UnsavedTail;
import dev.rota.road.topics.UnfitCluster;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Opens a partition: replays what its rows lack of the ledger, or all of it. The text of {@link
 * WriteBehind} says when, and why.
 */
final class PartitionOpening {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionOpening.class);
  private static final long TELL_NANOS = Duration.ofSeconds(2).toNanos();
  private static final double SECOND_NANOS = 1e9;
  private static final String NONE = "there are none";

  private final Domain domain;
  private final String task;
  private final int partition;
  private final PastLedger past;
  private final UnfitLedger unfit;
  private final Kept kept;
  private final Rows rows;
  private final UnsavedTail tail;

  private LaneStore store;
  private LedgerEnd ledger;
  private PageEnd end;
  private boolean rebuilding;
  private long decided;
  private final long beganNanos = System.nanoTime();
  private long toldNanos = beganNanos;

  /** The rows of a task, and the lanes over them. */
  interface Kept {
    /** Nothing is open on what the task writes: rows are restored up to the changelog's end. */
    default void catchUp(PastLedger past) {}

    /** New lanes, none of them in memory. */
    LaneStore lanes();

    /** Returns why rows that were restored are not all there; null: they are. */
    default String lacking() {
      return null;
    }

    /** All rows are gone. Others follow, to be kept only once {@link #madeAnew} is called. */
    void beginAnew();

    /** A page has ended: held rows may be handed over. */
    void between();

    /** So many pages of the ledger are replayed, as far as there are any to be. */
    default void progress(long page, long pages) {}

    /** All rows are those of the last page so far. */
    void madeAnew();
  }

  /**
   * Opens nothing yet.
   *
   * @param rows those that are kept
   */
  PartitionOpening(
      Domain domain, int partition, PastLedger past, Kept kept, Rows rows, UnsavedTail tail) {
    this.domain = domain;
    this.task = domain.name() + ", partition " + partition;
    this.partition = partition;
    this.past = past;
    this.unfit = new UnfitLedger(domain.name(), partition);
    this.kept = kept;
    this.rows = rows;
    this.tail = tail;
  }

  /**
   * Returns the lanes as the ledger's end has them.
   *
   * @param doubted true: the rows are compared with what their last turns left
   * @throws UnfitCluster if the ledger is not there, or its replay differs
   */
  LaneStore open(boolean doubted) {
    ledger = past.end(partition);
    kept.catchUp(past);
    String lost;
    try {
      lost = use(doubted);
    } catch (LedgerMismatch | DamagedRows e) {
      lost = e.getMessage();
    }
    if (lost != null) {
      rebuild(lost);
    }
    told(rebuilding ? "it is open, its rows were rebuilt" : "it is open");
    return store;
  }

  /** The end of the ledger, once it is opened. */
  PageEnd end() {
    return end;
  }

  /** How many turns of the ledger were replayed. */
  long decided() {
    return decided;
  }

  /** How long it took so far. */
  long millis() {
    return Duration.ofNanos(System.nanoTime() - beganNanos).toMillis();
  }

  /** Goes on from the rows. Returns why they cannot be used, or null. */
  private String use(boolean doubted) {
    store = kept.lanes();
    end = store.end();
    String lost = lost(store.due().turns());
    if (lost == null) {
      if (doubted) {
        DamagedRows.check(store);
      }
      goOn();
    }
    return lost;
  }

  private String lost(long sum) {
    if (sum > 0 && !ledger.written()) {
      throw unfit.emptied("its rows hold %d turns".formatted(sum));
    }
    if (ledger.isHeadless()) {
      throw unfit.headless(ledger.first());
    }
    if (ledger.isExpired() && end.pages() > 0) {
      throw unfit.expired(end.pages());
    }
    if (ledger.pages() < end.pages()) {
      throw unfit.cut(ledger.pages(), end.pages());
    }
    if (sum == 0 && end.turns() == 0 && (ledger.pages() > 0 || ledger.isTrimmed())) {
      return NONE;
    }
    if (end.turns() == PageEnd.INCOMPLETE.turns()) {
      return "they were being rebuilt when their task ended";
    }
    String lacking = kept.lacking();
    if (lacking != null) {
      return lacking;
    }
    if (end.turns() != sum) {
      return "they were made by %d turns, but hold lanes of %d".formatted(end.turns(), sum);
    }
    if (end.pages() > 0
        && ledger.pages() == end.pages()
        && !Arrays.equals(ledger.seal(), end.seal())) {
      return "the seal of page %d is another than they know".formatted(end.pages());
    }
    return null;
  }

  private void goOn() {
    if (ledger.pages() > end.pages()) {
      past.readAfter(partition, end.pages(), goingOn());
    }
  }

  private void rebuild(String why) {
    if (!ledger.written()) {
      throw unfit.emptied(why);
    }
    // An engine may be killed before its first checkpoint: that is nothing to worry about.
    LOG.atLevel(why.equals(NONE) ? Level.INFO : Level.WARN)
        .log(
            "{}: its rows are rebuilt from the ledger, since {}",
            task,
            why,
            domain(domain.name()),
            partition(partition));
    rebuilding = true;
    try (RetainedCheckpoints starts = past.kept(domain, partition)) {
      boolean whole = false;
      while (!whole) {
        whole = isRebuilt(starts, why);
      }
    }
    kept.madeAnew();
    store.save(end);
  }

  /** Tries the next start. Returns false if the ledger does not continue from it. */
  private boolean isRebuilt(RetainedCheckpoints starts, String why) {
    decided = 0;
    kept.beginAnew();
    kept.lanes().save(PageEnd.INCOMPLETE);
    end = begin(starts);
    long page = end.pages();
    store = kept.lanes();
    try {
      if (page > 0) {
        past.readAfter(partition, page, goingOn());
      } else if (ledger.isExpired()) {
        throw LedgerMismatch.expired();
      } else {
        past.readAll(partition, goingOn());
      }
      return true;
    } catch (LedgerMismatch e) {
      if (page == 0) {
        throw unfit.differs(why, e, starts.refused());
      }
      starts.refuse("the ledger does not continue from page " + page + ": " + e.getMessage());
      return false;
    }
  }

  /** Puts the rows of a kept checkpoint where the ledger's first records are gone. */
  private PageEnd begin(RetainedCheckpoints starts) {
    Optional<OpenedCheckpoint> start = starts.next();
    start.ifPresent(
        from -> {
          new PrefixedRows(from.rows(), new byte[0]).copyTo(rows);
          kept.between();
          LOG.warn(
              "{}: the ledger's first turns are gone. It begins with the kept checkpoint of page"
                  + " {}, {}",
              task,
              from.kept().page(),
              from.word(),
              domain(domain.name()),
              partition(partition));
        });
    return start.map(OpenedCheckpoint::end).orElse(PageEnd.START);
  }

  /** Replays the records after the end. */
  private Consumer<ConsumerRecord<byte[], byte[]>> goingOn() {
    LedgerReader reader =
        new LedgerReader(end, domain, partition, store, new StrictObserver(domain));
    return record -> {
      long before = end.turns();
      int bytes = reader.take(record);
      end = reader.end();
      decided((int) (end.turns() - before), bytes);
    };
  }

  private void decided(int turns, int bytes) {
    if (rebuilding) {
      kept.between();
    } else {
      // Nothing is handed over: the tail is short, and a transaction would begin.
      store.save(end);
      tail.add(turns, bytes);
    }
    store.closeIdle(System.currentTimeMillis());
    decided += turns;
    kept.progress(end.pages(), ledger.pages());
    long now = System.nanoTime();
    if (now - toldNanos > TELL_NANOS) {
      toldNanos = now;
      told("page %d of %d".formatted(end.pages(), ledger.pages()));
    }
  }

  private void told(String what) {
    LOG.info(
        "{}: {}, {} turns of the ledger replayed in {} s",
        task,
        what,
        decided,
        Math.round((System.nanoTime() - beganNanos) / SECOND_NANOS * 10) / 10.0,
        domain(domain.name()),
        partition(partition));
  }
}
