package dev.rota.ledger;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
  private final WatchedRows rows;
  private final Map<String, Lane<S, I, F>> open = new HashMap<>();

  public LaneStore(Domain<S, I, F> domain, Rows rows) {
    this.domain = domain;
    this.rows = new WatchedRows(rows);
  }

  /** Returns the lane, from its rows or new. */
  public Lane<S, I, F> lane(String name) {
    return open.computeIfAbsent(name, key -> new Lane<>(domain, key, this));
  }

  /** The lanes in memory. */
  public Collection<Lane<S, I, F>> open() {
    return Collections.unmodifiableCollection(open.values());
  }

  /** Every lane that has taken a turn, sorted by name. */
  public List<String> lanes() {
    List<String> names = new ArrayList<>();
    Span span = Span.startingWith(new byte[] {CURSORS});
    List<Row> page = rows.page(span, PAGE);
    while (!page.isEmpty()) {
      for (Row row : page) {
        FieldReader fields = new FieldReader(row.key());
        fields.raw(1);
        names.add(fields.sortedText());
      }
      span = span.after(page.get(page.size() - 1).key());
      page = rows.page(span, PAGE);
    }
    return names;
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
