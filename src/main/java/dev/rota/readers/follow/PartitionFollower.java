package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.DecisionWatch;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.LaneCursor;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LanePlace;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.TreeRows;
import dev.rota.readers.forecast.LaneCopy;
import dev.rota.road.kept.CheckpointSigner;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Decides the turns of one partition again as they are committed, and holds its lanes' states for
 * reading: an audit of the decisions that never stops. Not thread-safe.
 */
final class PartitionFollower implements AutoCloseable {
  /** For one who reads up to an end: polls without a record before it gives up. */
  static final int PATIENT = 60;

  /** For one who never stops: each wait is one poll. */
  static final int AT_ONCE = 0;

  private final TopicLogs.Log log;
  private final PeekingReader ledger;

  /** Whose checkpoint it began with; null: with the first record. */
  private final CheckpointSigner word;

  /** The last turn of each lane in that checkpoint. */
  private final Map<String, Long> believed = new HashMap<>();

  private final Domain domain;
  private final TreeRows rows;
  private final LaneStore lanes;
  private final LedgerReader reader;
  private final TurnReader turns = new TurnReader();

  private final LaneDifferences differences = new LaneDifferences();
  private final LanesSetAside setAside = new LanesSetAside(lane -> standing(lane).turn());

  /** How lanes came from other partitions. */
  private final Map<String, LaneStanding.Came> came = new HashMap<>();

  /** The lane that is asked about comes behind the moment that is asked for; null: it does not. */
  private LaneArrival later;

  private final Watcher<State, Fact<State>> watcher;
  private Runnable each = () -> {};
  private Consumer<TurnPage> pages = _ -> {};

  /** Sees each turn, and what the rules decided; null for that: the ledger has something else. */
  private BiConsumer<TurnEntry, DecidedTurn> judged = (_, _) -> {};

  private long bytes;

  /** Takes the turns of the record at hand. */
  private Consumer<TurnEntry> decided;

  /**
   * Begins before the first turn that is to be replayed.
   *
   * @param wanted lanes that are replayed; of the others, only the pages' seals are checked
   * @param watcher gets each decision; null: nobody does
   */
  PartitionFollower(
      Domain domain,
      TopicLogs logs,
      int partition,
      OpenedCheckpoint start,
      Predicate<String> wanted,
      Watcher<State, Fact<State>> watcher) {
    this(domain, logs, partition, start, wanted, watcher, PATIENT);
  }

  /**
   * The same.
   *
   * @param silentPollsMax {@link #PATIENT} or {@link #AT_ONCE}
   */
  PartitionFollower(
      Domain domain,
      TopicLogs logs,
      int partition,
      OpenedCheckpoint start,
      Predicate<String> wanted,
      Watcher<State, Fact<State>> watcher,
      int silentPollsMax) {
    TopicPartition one = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
    this.word = start.word();
    this.rows = start.rows();
    start.lanes().lanes().stream()
        .filter(start.lanes()::isHere)
        .forEach(lane -> believed.put(lane, start.lanes().lastTurn(lane)));
    this.domain = domain;
    this.watcher = watcher;
    this.lanes =
        new LaneStore(
            new DomainVersions(domain, RulesAdoption.NEWEST, DecisionWatch.perTurn(watcher)),
            rows,
            LaneLimits.DEFAULT,
            setAside,
            () -> 0);
    this.reader = new LedgerReader(start.end(), domain, partition, lanes, new Judge()).only(wanted);
    this.log = logs.open(one);
    PeekingReader source = new PeekingReader(log, one, silentPollsMax, start.rest());
    this.ledger = silentPollsMax == PATIENT ? source.orFail() : source;
  }

  /** Runs this before each record, which it may refuse. */
  PartitionFollower beforeEach(Runnable what) {
    each = what;
    return this;
  }

  /** Tells this of each page before its turns are decided. */
  PartitionFollower beforePage(Consumer<TurnPage> to) {
    pages = to;
    return this;
  }

  /**
   * Shows each turn as it is judged, with what the rules decided; null for that: it is not what the
   * ledger has, or cannot be known.
   */
  PartitionFollower judging(BiConsumer<TurnEntry, DecidedTurn> to) {
    judged = to;
    return this;
  }

  /** Takes the next record. Returns false at the end. */
  public boolean next(Consumer<TurnEntry> to) {
    each.run();
    ConsumerRecord<byte[], byte[]> record = ledger.take();
    if (record == null) {
      return false;
    }
    bytes += record.value() == null ? 0 : record.value().length;
    if (!ledger.damages().isEmpty() && !reader.isTorn()) {
      reader.tear();
    }
    decided = to;
    reader.take(record);
    decided = null; // a record may decide what takes much memory
    return true;
  }

  /** The end moves behind all that is committed by now. */
  public void extend() {
    ledger.extendTo(log.committed());
  }

  /**
   * Waits a moment for a record before this offset; not if all are read. Returns true if {@link
   * #next} takes one without waiting.
   */
  public boolean await(long end) {
    ledger.extendTo(end);
    return ledger.peek() != null;
  }

  /** The present end of committed records, exclusive. */
  public long committed() {
    return log.committed();
  }

  /** The offset behind the last record that was read, taken or not. */
  public long position() {
    return log.position();
  }

  /** Bytes of the records that were taken, uncompressed. */
  long bytes() {
    return bytes;
  }

  /** The number of records that are left, transaction markers included. */
  public long left() {
    return ledger.end() - log.position();
  }

  /**
   * Takes turns until the lane stands at this moment, and reads its state there.
   *
   * @param reader of the state, which it reads now or never; null: the lane is set aside
   * @throws NotInLedger if the lane has no such turn
   */
  public <T> T at(
      String lane,
      HistoryMoment moment,
      Consumer<TurnEntry> decided,
      BiFunction<State, LaneStanding, T> reader) {
    List<T> answer = new ArrayList<>(1);
    Long last = 0L;
    while (last != null && answer.isEmpty()) {
      ConsumerRecord<byte[], byte[]> record = ledger.peek();
      last = record == null ? null : last(record, lane, moment);
      if (last == null) {
        break;
      }
      long wanted = last;
      next(
          turn -> {
            decided.accept(turn);
            if (turn.lane().equals(lane) && turn.number() == wanted) {
              answer.add(read(lane, reader));
            }
          });
    }
    if (answer.isEmpty()) {
      if (later != null) {
        throw new LaneElsewhere(lane, later);
      }
      check(lane, moment);
      answer.add(read(lane, reader));
    }
    return answer.get(0);
  }

  /**
   * The lane's last turn of this record that it has taken at the moment, if another one follows in
   * the record; {@link Long#MAX_VALUE}: the whole record is taken; null: nothing of it.
   */
  private Long last(ConsumerRecord<byte[], byte[]> record, String lane, HistoryMoment moment) {
    if (moment instanceof HistoryMoment.End) {
      return Long.MAX_VALUE; // without a look at its turns
    }
    Long last = null;
    for (TurnEntry turn : turns.of(record)) {
      if (turn.lane().equals(lane)) {
        LaneArrival piece = turn.arrival();
        if (piece != null && piece.isFirst() && isBefore(moment, turn, piece)) {
          later = piece;
          return last;
        }
        if (moment.isBefore(turn)) {
          return last;
        }
        last = turn.number();
      }
    }
    return Long.MAX_VALUE;
  }

  /** With some of its pieces alone, a lane has no state. */
  private static boolean isBefore(HistoryMoment moment, TurnEntry turn, LaneArrival piece) {
    return moment.isBefore(turn)
        || moment instanceof HistoryMoment.Turn one
            && one.number() < piece.turn() + piece.state().pieces();
  }

  /** Where the lane is. */
  LanePlace place(String lane) {
    return lanes.lane(lane).cursor().place();
  }

  /** The lane's state behind its last turn, to be read now or never; null: it is set aside. */
  State state(String lane) {
    return lanes.lane(lane).state();
  }

  /** Sorts the rows now: whoever asks next need not wait for it. */
  void sort() {
    rows.sort();
  }

  /** A copy of the lane behind its last turn. */
  LaneCopy copy(String lane) {
    return new LaneCopy(lanes, lane);
  }

  /** The lanes behind their last turns, to go on with. The follower is of no use any more. */
  LaneStore lanes(RulesAdoption adoption) {
    return new LaneStore(new DomainVersions(domain, adoption), rows);
  }

  /**
   * Checks that the lane has come to a moment.
   *
   * @throws NotInLedger if it has no such turn
   */
  void check(String lane, HistoryMoment moment) {
    long turn = lanes.lane(lane).cursor().number();
    if (moment instanceof HistoryMoment.Turn first && first.number() == 0) {
      throw new NotInLedger("turns begin with 1");
    }
    if (turn == 0) {
      throw moment instanceof HistoryMoment.Time
          ? new NotInLedger("the lane '%s' has no turn up to that time".formatted(lane))
          : NoSuchLane.of(lane, "");
    }
    if (moment instanceof HistoryMoment.Turn wanted && wanted.number() > turn) {
      throw new NotInLedger("the lane '%s' has only %d turns".formatted(lane, turn));
    }
  }

  /** Reads a lane where it stands. It must have taken a turn. */
  public <T> T read(String lane, BiFunction<State, LaneStanding, T> reader) {
    return reader.apply(lanes.lane(lane).state(), standing(lane));
  }

  /** How far a lane is verified. */
  public LaneStanding standing(String lane) {
    LaneCursor cursor = lanes.lane(lane).cursor();
    long after = believed.getOrDefault(lane, 0L);
    return new LaneStanding(
        lane,
        cursor.number(),
        cursor.atMillis(),
        after,
        after == 0 ? null : word,
        came.get(lane),
        differences.of(lane));
  }

  /** The lanes that have taken a turn before the first record. */
  public Set<String> believed() {
    return Collections.unmodifiableSet(believed.keySet());
  }

  /** Why lanes are not verified. */
  public LaneDifferences differences() {
    return differences;
  }

  /** Lanes whose state cannot be opened. */
  LanesSetAside setAside() {
    return setAside;
  }

  private final class Judge implements LedgerReader.Observer {
    @Override
    public void begin(TurnPage page) {
      pages.accept(page);
    }

    @Override
    public void same(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Same turn) {
      LaneArrival piece = turn.decided().entry().arrival();
      if (piece != null) {
        String lane = turn.decided().entry().lane();
        came.put(lane, new LaneStanding.Came(piece.from(), piece.turn()));
        believed.remove(lane);
      }
      judged.accept(turn.decided().entry(), turn.decided());
      decided.accept(turn.decided().entry());
    }

    @Override
    public void unproved(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Unproved turn) {
      differences.add(record, turn);
      judged.accept(turn.entry(), null);
    }

    @Override
    public void differs(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference) {
      if (watcher != null) {
        watcher.dropped(); // else the next turn, of whichever lane, would seem to decide it
      }
      differences.add(record, difference);
      if (difference.entry() != null && !difference.repeated()) {
        judged.accept(difference.entry(), null);
      }
    }
  }

  @Override
  public void close() {
    ledger.close();
  }
}
