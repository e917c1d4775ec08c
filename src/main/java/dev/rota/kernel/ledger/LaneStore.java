package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.kernel.table.CheckedRow;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.PrefixedRows;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.WatchedRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
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
 * 3                   -> end of the ledger, in older rows
 * 4                   -> end of the ledger
 * </pre>
 */
public final class LaneStore {
  /** Is told what happens to the lanes of a task. */
  public interface Listener {
    Listener NONE = new Listener() {};

    /** The lane's state could not be opened, so its inputs go to the dead letters. */
    default void setAside(String lane, Throwable fault) {}

    /** The lane has adopted these rules. */
    default void adopted(String lane, int before, int rules) {}

    /** These rules cannot open the lane, or fail to adopt it. It goes on with those it has. */
    default void notAdopted(String lane, int rules, Throwable fault) {}
  }

  private static final int CURSORS = 0;
  private static final int LANES = 1;
  private static final Codec<String> CURSOR_KEY =
      Codec.of((lane, fields) -> fields.raw(prefix(CURSORS, lane)), LaneStore::lane);
  private static final int PAGE = 512;

  private final DomainVersions versions;
  private final WatchedRows rows;
  private final LaneLimits limits;
  private final Listener listener;
  private final LongSupplier nanos;
  private final OutputBytes encoder = new OutputBytes();
  private final DueLanes due = new DueLanes(this);

  /** The lanes in memory, those first that were not used for the longest time. */
  private final Map<String, Lane> open = new LinkedHashMap<>(16, 0.75f, true);

  /** Lanes that took a turn since the page began; empty if each turn is saved. */
  private final Map<String, Lane> touched = new HashMap<>();

  private LaneCursor first = LaneCursor.START;
  private boolean savedPerPage;
  private boolean checked;
  private long nowMillis;

  /** Lanes that stay in memory, for replays, simulations and tests. */
  public LaneStore(Domain domain, Rows rows) {
    this(new DomainVersions(domain, RulesAdoption.NEWEST), rows);
  }

  /** The same with another choice of rules. */
  public LaneStore(DomainVersions versions, Rows rows) {
    this(versions, rows, LaneLimits.DEFAULT, Listener.NONE, () -> 0);
  }

  /**
   * Opens no lane yet.
   *
   * @param nanos a monotonic clock that measures what opening a lane costs
   */
  public LaneStore(
      DomainVersions versions,
      Rows rows,
      LaneLimits limits,
      Listener listener,
      LongSupplier nanos) {
    this.versions = versions;
    this.rows = new WatchedRows(rows);
    this.limits = limits;
    this.listener = listener;
    this.nanos = nanos;
  }

  /** Returns the lane, from memory, from its rows or new. */
  public Lane lane(String name) {
    Lane lane = open.get(name);
    if (lane == null) {
      lane = new Lane(name, this);
      open.put(name, lane);
      due.opened(lane);
    }
    lane.use().now(nowMillis);
    return lane;
  }

  /** The lanes in memory. */
  public Collection<Lane> open() {
    return Collections.unmodifiableCollection(open.values());
  }

  /** The lanes by their deadlines. */
  public DueLanes due() {
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
    Iterator<Lane> eldest = open.values().iterator();
    while (eldest.hasNext()) {
      Lane lane = eldest.next();
      if (over <= 0 && lane.use().idleMillis(nowMillis) < limits.idle().toMillis()) {
        return; // the others were used later
      }
      if (lane.use().isOver(nowMillis) && !touched.containsKey(lane.name())) {
        eldest.remove();
        over--;
        due.closed(lane);
      }
    }
  }

  /** Every lane that has taken a turn here, sorted by name, also those that have left. */
  public List<String> lanes() {
    List<String> names = new ArrayList<>();
    eachCursor((name, _) -> names.add(name));
    return names;
  }

  /**
   * Reads the cursor of every lane that has taken a turn, sorted by name. Opens none.
   *
   * @throws UnknownRules if a lane's rules are newer than this program
   */
  void eachCursor(BiConsumer<String, LaneCursor> into) {
    KeySpan span = KeySpan.startingWith(new byte[] {CURSORS});
    List<Row> page = rows.page(span, PAGE);
    while (!page.isEmpty()) {
      for (Row row : page) {
        String lane = DamagedRows.readable(CURSOR_KEY, row.key());
        into.accept(lane, cursor(lane, row.key(), row.value()));
      }
      span = span.after(page.get(page.size() - 1).key());
      page = rows.page(span, PAGE);
    }
  }

  /** Returns false if the lane has left for another partition, or has not come yet. */
  public boolean isHere(String lane) {
    LaneCursor cursor = cursor(lane);
    return cursor.number() > 0 && cursor.isHere();
  }

  /** Removes the rows of a lane. Its cursor stays. */
  void clear(String lane) {
    Rows own = rows(lane);
    KeySpan span = new KeySpan(new byte[0], null);
    for (List<Row> page = own.page(span, PAGE); !page.isEmpty(); page = own.page(span, PAGE)) {
      page.forEach(row -> own.remove(row.key()));
      span = span.after(page.get(page.size() - 1).key());
    }
  }

  /** Forgets a lane: its rows, its cursor, and what is in memory. */
  public void forget(String lane) {
    open.remove(lane);
    touched.remove(lane);
    clear(lane);
    rows.remove(prefix(CURSORS, lane));
  }

  /** Returns true if the lane is in memory. */
  boolean isInMemory(String name) {
    return open.containsKey(name);
  }

  /** The end of the ledger that these rows belong to. */
  public PageEnd end() {
    PageEnd end = PageEnd.of(rows);
    return end == null ? PageEnd.START : end;
  }

  /** Stores the end of the ledger, after a page. */
  public void save(PageEnd end) {
    end.putInto(rows);
  }

  /** The number of the lane's last turn according to its rows; 0: none. Does not open the lane. */
  public long lastTurn(String lane) {
    return cursor(lane).number();
  }

  /**
   * From now on, lanes are saved once a page where their states allow it: whoever closes a page
   * asks for the {@link #stateDigest} of each lane that it touched.
   */
  public void savePerPage() {
    savedPerPage = true;
  }

  /** From now on, the cursors that are saved are checked when they are read: they go to a disk. */
  public void checkCursors() {
    checked = true;
  }

  /** From now on, each turn is saved. Call it at the end of a page. */
  public void savePerTurn() {
    savedPerPage = false;
  }

  boolean isSavedPerPage() {
    return savedPerPage;
  }

  /** The lane took a turn, and is saved when the page ends. */
  void touched(Lane lane) {
    if (savedPerPage) {
      touched.put(lane.name(), lane);
    }
  }

  /** Saves the lane's last turns if necessary. Returns the digest of its rows. Opens no lane. */
  public long stateDigest(String lane) {
    Lane unsaved = touched.remove(lane);
    if (unsaved == null) {
      return cursor(lane).stateDigest();
    }
    unsaved.save();
    return unsaved.cursor().stateDigest();
  }

  /**
   * If store, program or machine failed, nothing in memory can be trusted: the task must fail and
   * repeat the turn.
   */
  void throwUnlessOfRules(Throwable bug) {
    if (!rows.failed() && RulesFault.isOfRules(bug)) {
      return;
    }
    if (bug instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) bug;
  }

  /** The rules that can run. */
  DomainVersions versions() {
    return versions;
  }

  /** What a new lane begins with, by the rules that it begins with: one object for all lanes. */
  LaneCursor first() {
    int rules = versions.atFirst(() -> eachCursor((_, cursor) -> versions.met(cursor.rules())));
    first = first.rules() == rules ? first : first.ruled(rules);
    return first;
  }

  long nanos() {
    return nanos.getAsLong();
  }

  Listener listener() {
    return listener;
  }

  OutputBytes encoder() {
    return encoder;
  }

  /** Copies the rows of a lane, its last turn included. */
  public void copyRows(String lane, Rows to) {
    var _ = stateDigest(lane);
    new PrefixedRows(rows, prefix(LANES, lane)).copyTo(to);
    byte[] cursor = rows.get(prefix(CURSORS, lane));
    if (cursor != null) {
      to.put(prefix(CURSORS, lane), cursor);
    }
  }

  /** The rows of a lane, without its cursor. */
  public Rows rows(String lane) {
    return new PrefixedRows(rows, prefix(LANES, lane));
  }

  LaneCursor cursor(String lane) {
    byte[] key = prefix(CURSORS, lane);
    byte[] row = rows.get(key);
    return row == null ? LaneCursor.START : cursor(lane, key, row);
  }

  private LaneCursor cursor(String lane, byte[] key, byte[] row) {
    LaneCursor cursor = DamagedRows.checked(key, LaneCursor.CODEC, row);
    versions.check(lane, cursor.rules());
    return cursor;
  }

  void save(String lane, LaneCursor cursor) {
    versions.met(cursor.rules());
    byte[] key = prefix(CURSORS, lane);
    rows.put(
        key,
        checked
            ? CheckedRow.write(key, LaneCursor.BEFORE_OTHERS, cursor)
            : bytes(LaneCursor.CODEC, cursor));
  }

  private static <T> byte[] bytes(Codec<T> codec, T value) {
    FieldWriter fields = new FieldWriter();
    codec.write(value, fields);
    return fields.toBytes();
  }

  /** Of the key of a cursor. */
  private static String lane(FieldReader key) {
    key.raw(1);
    return key.whole(Codec.TEXT);
  }

  private static byte[] prefix(int kind, String lane) {
    return new FieldWriter().raw(new byte[] {(byte) kind}).sortedText(lane).toBytes();
  }
}
