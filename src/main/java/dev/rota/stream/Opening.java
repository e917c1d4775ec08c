package dev.rota.stream;

import static dev.rota.text.LogField.domain;
import static dev.rota.text.LogField.partition;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.DamagedRows;
import dev.rota.ledger.Entry;
import dev.rota.ledger.LaneStore;
import dev.rota.ledger.Page;
import dev.rota.ledger.PageEnd;
import dev.rota.ledger.PageWire;
import dev.rota.ledger.Replay;
import dev.rota.ledger.Verdict;
import dev.rota.ledger.versions.UnknownRules;
import dev.rota.stream.past.LedgerEnd;
import dev.rota.stream.past.PastLedger;
import dev.rota.stream.rows.Tail;
import dev.rota.topics.PageHeaders;
import dev.rota.topics.UnfitCluster;
import dev.rota.topics.WireFormat;
import java.time.Duration;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Opens a partition. Its rows are those of its last checkpoint: the turns since then are in the
 * ledger, and are decided again, each page checked. Rows that are lost, damaged or older than they
 * say are thrown away, and all turns of the ledger are decided again.
 */
final class Opening<S extends State, I, F extends Fact<S>> {
  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);
  private static final long TELL_NANOS = Duration.ofSeconds(2).toNanos();
  private static final double SECOND_NANOS = 1e9;
  private static final String NONE = "there are none";

  private final Domain<S, I, F> domain;
  private final String task;
  private final int partition;
  private final PastLedger past;
  private final Kept<S, I, F> kept;
  private final Tail tail;

  private LaneStore<S, I, F> store;
  private LedgerEnd ledger;
  private PageEnd end;
  private boolean rebuilding;
  private long decided;
  private final long beganNanos = System.nanoTime();
  private long toldNanos = beganNanos;

  /** The rows of a task, and the lanes over them. */
  interface Kept<S extends State, I, F extends Fact<S>> {
    /** New lanes, none of them in memory. */
    LaneStore<S, I, F> lanes();

    /** Returns why rows that were restored are not all there; null: they are. */
    default String lacking() {
      return null;
    }

    /** All rows are gone. Others follow, to be kept only once {@link #madeAnew} is called. */
    void beginAnew();

    /** A page has ended: held rows may be handed over. */
    void between();

    /** So many pages of the ledger are decided again, as far as there are any to be. */
    default void progress(long page, long pages) {}

    /** All rows are those of the last page so far. */
    void madeAnew();
  }

  /** The rows are not those of the ledger. */
  private static final class Differs extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Differs(String message) {
      super(message);
    }
  }

  /** Opens nothing yet. */
  Opening(Domain<S, I, F> domain, int partition, PastLedger past, Kept<S, I, F> kept, Tail tail) {
    this.domain = domain;
    this.task = domain.name() + ", partition " + partition;
    this.partition = partition;
    this.past = past;
    this.kept = kept;
    this.tail = tail;
  }

  /**
   * Returns the lanes as the ledger's end has them.
   *
   * @param doubted true: the rows are compared with what their last turns left
   * @throws UnfitCluster if the ledger is not there, or is not decided again to the same
   */
  LaneStore<S, I, F> open(boolean doubted) {
    ledger = past.end(partition);
    String lost;
    try {
      lost = use(doubted);
    } catch (Differs | DamagedRows e) {
      lost = e.getMessage();
    }
    if (lost != null) {
      rebuild(lost);
    }
    return store;
  }

  /** The end of the ledger, once it is opened. */
  PageEnd end() {
    return end;
  }

  /** How many turns of the ledger were decided again. */
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
      throw emptied("its rows hold %d turns".formatted(sum));
    }
    if (ledger.pages() < end.pages()) {
      throw new UnfitCluster(
          "the ledger of %s ends with page %d, but its rows know page %d: the ledger was cut."
                  .formatted(task, ledger.pages(), end.pages())
              + " Restore it, or begin anew on topics and with an application.id of their own");
    }
    if (sum == 0 && end.turns() == 0 && ledger.pages() > 0) {
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
    return ledger
        .last()
        .filter(turn -> store.lastTurn(turn.lane()) < turn.number())
        .map(
            turn ->
                "the ledger ends with turn %d of lane '%s', the rows know it up to %d"
                    .formatted(turn.number(), turn.lane(), store.lastTurn(turn.lane())))
        .orElse(null);
  }

  private UnfitCluster emptied(String but) {
    return new UnfitCluster(
        "the ledger of %s is empty, but %s: the ledger was deleted and created anew. Restore it, or"
                .formatted(task, but)
            + " begin anew on topics and with an application.id of their own");
  }

  private void goOn() {
    if (ledger.pages() > end.pages()) {
      Replay<S, I, F> replay = Replay.after(end, domain, partition, store);
      past.readAfter(partition, end.pages(), record -> page(replay, record));
      told("its rows went on");
    }
  }

  private void rebuild(String why) {
    if (!ledger.written()) {
      throw emptied(why);
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
    decided = 0;
    kept.beginAnew();
    store = kept.lanes();
    store.save(PageEnd.INCOMPLETE);
    end = PageEnd.START;
    Replay<S, I, F> replay = Replay.after(end, domain, partition, store);
    try {
      past.readAll(partition, record -> take(replay, record));
    } catch (Differs e) {
      throw new UnfitCluster(
          "the rows of %s are lost: %s. They cannot be rebuilt from the ledger: %s. Nothing is decided."
                  .formatted(task, why, e.getMessage())
              + " Run 'rota audit %s'; restore the ledger or the topic of the rows (its name ends in"
                  .formatted(domain.name())
              + " -changelog), or begin anew on topics and with an application.id of their own");
    }
    if (end.pages() == 0 && end.turns() > 0) {
      end = new PageEnd(0, end.turns(), replay.endOfEntries());
    }
    kept.madeAnew();
    store.save(end);
    told("its rows were rebuilt");
  }

  private void take(Replay<S, I, F> replay, ConsumerRecord<byte[], byte[]> record) {
    if (PageHeaders.isPage(record.headers())) {
      page(replay, record);
      return;
    }
    check(replay.next(payload(record)));
    end = new PageEnd(0, end.turns() + 1, end.seal());
    decided(1, 0);
  }

  private void page(Replay<S, I, F> replay, ConsumerRecord<byte[], byte[]> record) {
    byte[] bytes = payload(record);
    Page page = replay.page(bytes, this::check);
    end = new PageEnd(page.number(), end.turns() + page.turns().size(), PageWire.seal(bytes));
    decided(page.turns().size(), bytes.length);
  }

  /** Of a record that is not framed nothing can be decoded. */
  private static byte[] payload(ConsumerRecord<byte[], byte[]> record) {
    byte[] bytes = WireFormat.payload(record.headers(), record.value());
    return bytes == null ? new byte[0] : bytes;
  }

  private void check(Verdict verdict) {
    if (verdict instanceof Verdict.Differs differs) {
      throw new Differs(
          "%s differs: expected %s, found %s"
              .formatted(
                  told(differs), differs.divergence().expected(), differs.divergence().found()));
    }
    if (verdict instanceof Verdict.Unproved unproved) {
      throw unproved(unproved.entry(), unproved.reason());
    }
  }

  private RuntimeException unproved(Entry entry, Verdict.Reason why) {
    int rules = Math.max(entry.rules(), entry.rulesAfter());
    return switch (why) {
      case LOST, LEFT_OUT ->
          new Differs(
              "turns before turn %d of lane '%s' are missing"
                  .formatted(entry.number(), entry.lane()));
      case OLD_RULES, AFTER_OLD_RULES ->
          new Differs(
              "turn %d of lane '%s' follows decisions of rules that cannot run here"
                  .formatted(entry.number(), entry.lane()));
      case UNKNOWN_RULES ->
          new UnknownRules(domain.name(), entry.lane(), rules, domain.engine().rules());
    };
  }

  private static String told(Verdict.Differs differs) {
    String lane = differs.divergence().lane();
    return lane == null
        ? differs.divergence().what()
        : "%s of turn %d of lane '%s'"
            .formatted(differs.divergence().what(), differs.divergence().number(), lane);
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
        "{}: {}, {} turns of the ledger decided again in {} s",
        task,
        what,
        decided,
        Math.round((System.nanoTime() - beganNanos) / SECOND_NANOS * 10) / 10.0,
        domain(domain.name()),
        partition(partition));
  }
}
