package dev.rota.ledger;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Engine;
import dev.rota.engine.Fact;
import dev.rota.table.Codec;
import dev.rota.table.FieldReader;
import dev.rota.table.FieldWriter;
import dev.rota.table.Row;
import dev.rota.table.Rows;
import dev.rota.table.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * The lanes of one task and their rows.
 *
 * <pre>
 * 0 polkadot          -> cursor
 * 1 polkadot  1 …     -> a row of the lane's table 1
 * 1 polkadot  2 …     -> a row of the lane's table 2
 * </pre>
 */
public final class LaneStore<S extends State, I, F extends Fact<S>> {
  private static final int CURSORS = 0;
  private static final int LANES = 1;
  private static final int PAGE = 512;

  private final Domain<S, I, F> domain;
  private final Engine<? super S, I, F> engine;
  private final WatchedRows rows;
  private final LaneLimits limits;
  private final LaneListener listener;
  private final LongSupplier nanos;
  private final EntrySealer sealer = new EntrySealer();
  private final DueLanes<S, I, F> due = new DueLanes<>(this);

  /** The lanes in memory, those first that were not used for the longest time. */
  private final Map<String, Lane<S, I, F>> open = new LinkedHashMap<>(16, 0.75f, true);

  private long nowMillis;

  /** Lanes that stay in memory, for replays, simulations and tests. */
  public LaneStore(Domain<S, I, F> domain, Rows rows) {
    this(domain, rows, LaneLimits.DEFAULT, LaneListener.NONE, () -> 0);
  }

  /**
   * Opens no lane yet.
   *
   * @param nanos a monotonic clock that measures what opening a lane costs
   */
  public LaneStore(
      Domain<S, I, F> domain,
      Rows rows,
      LaneLimits limits,
      LaneListener listener,
      LongSupplier nanos) {
    this.domain = domain;
    this.engine = domain.engine();
    this.rows = new WatchedRows(rows);
    this.limits = limits;
    this.listener = listener;
    this.nanos = nanos;
  }

  /** Returns the lane, from memory, from its rows or new. */
  public Lane<S, I, F> lane(String name) {
    Lane<S, I, F> lane = open.get(name);
    if (lane == null) {
      lane = new Lane<>(domain, name, this, sealer);
      open.put(name, lane);
      due.opened(lane);
    }
    lane.use().now(nowMillis);
    return lane;
  }

  /** The lanes in memory. */
  public Collection<Lane<S, I, F>> open() {
    return Collections.unmodifiableCollection(open.values());
  }

  /** The lanes by their deadlines. */
  public DueLanes<S, I, F> due() {
    return due;
  }

  /**
   * Closes lanes that were not used for long, or not for the longest time. Call it regularly, not
   * in between a lane's turn.
   *
   * @param nowMillis wall clock, epoch ms
   */
  public void closeIdle(long nowMillis) {
    this.nowMillis = nowMillis;
    int over = open.size() - limits.open();
    Iterator<Lane<S, I, F>> eldest = open.values().iterator();
    while (eldest.hasNext()) {
      Lane<S, I, F> lane = eldest.next();
      if (over <= 0 && lane.use().idleMillis(nowMillis) < limits.idle().toMillis()) {
        return; // the others were used later
      }
      if (lane.use().isOver(nowMillis)) {
        eldest.remove();
        over--;
        due.closed(lane);
        listener.closed(lane.name());
      }
    }
  }

  /** Every lane that has taken a turn, sorted by name. */
  public List<String> lanes() {
    List<String> names = new ArrayList<>();
    eachCursor((name, cursor) -> names.add(name));
    return names;
  }

  /** Reads the cursor of every lane that has taken a turn, sorted by name. Opens none. */
  void eachCursor(BiConsumer<String, Cursor> into) {
    Span span = Span.startingWith(new byte[] {CURSORS});
    List<Row> page = rows.page(span, PAGE);
    while (!page.isEmpty()) {
      for (Row row : page) {
        FieldReader fields = new FieldReader(row.key());
        fields.raw(1);
        into.accept(fields.sortedText(), Cursor.CODEC.read(new FieldReader(row.value())));
      }
      span = span.after(page.get(page.size() - 1).key());
      page = rows.page(span, PAGE);
    }
  }

  /** Returns true if the lane is in memory. */
  boolean isInMemory(String name) {
    return open.containsKey(name);
  }

  /** The number of turns of all lanes together. Reads every cursor. */
  public long turns() {
    long turns = 0;
    Span span = Span.startingWith(new byte[] {CURSORS});
    List<Row> page = rows.page(span, PAGE);
    while (!page.isEmpty()) {
      for (Row row : page) {
        turns += Cursor.CODEC.read(new FieldReader(row.value())).number();
      }
      span = span.after(page.get(page.size() - 1).key());
      page = rows.page(span, PAGE);
    }
    return turns;
  }

  /** The number of the lane's last turn according to its rows; 0: none. Does not open the lane. */
  public long lastTurn(String lane) {
    return cursor(lane).number();
  }

  /** Returns true if the store has ever failed. Nothing in memory can be trusted then. */
  boolean rowsFailed() {
    return rows.failed();
  }

  /** The rules of all lanes. */
  Engine<? super S, I, F> engine() {
    return engine;
  }

  long nanos() {
    return nanos.getAsLong();
  }

  void tellSetAside(String lane, Throwable fault) {
    listener.setAside(lane, fault);
  }

  Rows rows(String lane) {
    return new LaneRows(rows, prefix(LANES, lane));
  }

  Cursor cursor(String lane) {
    byte[] row = rows.get(prefix(CURSORS, lane));
    return row == null ? Cursor.START : Cursor.CODEC.read(new FieldReader(row));
  }

  void save(String lane, Cursor cursor) {
    rows.put(prefix(CURSORS, lane), bytes(Cursor.CODEC, cursor));
  }

  private static <T> byte[] bytes(Codec<T> codec, T value) {
    FieldWriter fields = new FieldWriter();
    codec.write(value, fields);
    return fields.toBytes();
  }

  private static byte[] prefix(int kind, String lane) {
    return new FieldWriter().raw(new byte[] {(byte) kind}).sortedText(lane).toBytes();
  }
}
