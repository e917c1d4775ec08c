package dev.rota.kernel.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ChangedRowsTest {
  private final List<String> writes = new ArrayList<>();
  private final TreeRows rows = new TreeRows();
  private final Tables tables = new Tables(new Noting(), 0);
  private final ChangedRows<String, Long> table = tables.openChanged(1, Codec.TEXT, Codec.LONG);
  private final TreeMap<String, Long> now = new TreeMap<>();

  /** Rows that tell what is written. */
  private final class Noting implements Rows {
    @Override
    public byte[] get(byte[] key) {
      return rows.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      writes.add("put " + name(key));
      rows.put(key, value);
    }

    @Override
    public void remove(byte[] key) {
      writes.add("remove " + name(key));
      rows.remove(key);
    }

    @Override
    public List<Row> page(KeySpan span, int limit) {
      return rows.page(span, limit);
    }

    private static String name(byte[] key) {
      return key.length == 1 ? "the row" : new FieldReader(key, 1).sortedText();
    }
  }

  @Test
  void aRowIsWrittenOnceForAnyNumberOfMarksAndByKey() {
    change("b", 1L);
    change("a", 1L);
    change("b", 2L);
    change("b", 3L);
    change("a", 2L);
    assertThat(table.isMarked()).isTrue();
    save();

    assertThat(writes).containsExactly("put a", "put b");
    assertThat(saved()).isEqualTo(now);
    assertThat(table.isMarked()).isFalse();
    save();
    assertThat(writes).hasSize(2);
  }

  @Test
  void theRowOfAThingThatIsGoneGoes() {
    change("a", 1L);
    change("b", 1L);
    save();
    writes.clear();

    change("a", null);
    save();
    assertThat(writes).containsExactly("remove a");
    assertThat(saved()).isEqualTo(now);
  }

  @Test
  void allRowsThatWereSavedCanBeMarked() {
    change("a", 1L);
    change("b", 1L);
    save();
    writes.clear();

    now.remove("b");
    now.put("c", 1L);
    table.markAll();
    save();
    assertThat(writes).containsExactly("put a", "remove b");
  }

  @Test
  void aSingleRowIsWrittenWhenItWasSet() {
    SingleRow<Long> row = tables.openSingle(2, Codec.LONG, 7L);
    row.save();
    assertThat(row.get()).isEqualTo(7);
    assertThat(writes).isEmpty();

    row.set(7L);
    assertThat(row.isChanged()).isTrue();
    row.save();
    row.save();
    assertThat(writes).containsExactly("put the row");
    assertThat(tables.openSingle(2, Codec.LONG, 0L).get()).isEqualTo(7);
  }

  @Test
  void aSingleRowThatIsReckonedAnewIsWrittenWhenItIsAnother() {
    SingleRow<Long> row = tables.openSingle(2, Codec.LONG, 7000L);
    row.save(Long.valueOf(7000));
    assertThat(writes).isEmpty();

    row.save(8000L);
    row.save(Long.valueOf(8000));
    assertThat(writes).containsExactly("put the row");
    assertThat(tables.openSingle(2, Codec.LONG, 0L).get()).isEqualTo(8000);
  }

  private void change(String key, Long value) {
    if (value == null) {
      now.remove(key);
    } else {
      now.put(key, value);
    }
    table.mark(key);
  }

  private void save() {
    table.save(now::get, value -> value);
  }

  private Map<String, Long> saved() {
    Map<String, Long> all = new TreeMap<>();
    table.rebuild(all::put);
    return all;
  }
}
