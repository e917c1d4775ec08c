package dev.rota.kernel.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TablesTest {
  private static final Codec<String> TEXT =
      Codec.of((value, fields) -> fields.text(value), FieldReader::text);

  private final TreeRows rows = new TreeRows();
  private final Tables tables = new Tables(rows, 0);
  private final Table<Long, String> table = tables.open(1, Codec.LONG, TEXT);

  @Test
  void theDigestDoesNotKnowInWhichOrderRowsWereWritten() {
    var keys = new ArrayList<Long>();
    for (long key = 0; key < 100; key++) {
      keys.add(key);
    }
    keys.forEach(key -> table.put(key, "v" + key));
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(keys, new Random(seed));
      var other = new Tables(new TreeRows(), 0);
      Table<Long, String> shuffled = other.open(1, Codec.LONG, TEXT);
      keys.forEach(key -> shuffled.put(key, "v" + key));

      assertThat(other.digest()).isEqualTo(tables.digest()).isNotZero();
    }
  }

  @Test
  void whatIsTakenBackLeavesNoTraceInTheDigest() {
    assertThat(tables.digest()).isZero();
    table.put(1L, "one");
    long one = tables.digest();

    table.put(2L, "two");
    table.put(1L, "uno");
    assertThat(tables.digest()).isNotEqualTo(one);
    table.put(1L, "one");
    table.remove(2L);
    table.remove(3L);
    table.put(1L, "one");
    assertThat(tables.digest()).isEqualTo(one);

    table.remove(1L);
    assertThat(tables.digest()).isZero();
  }

  @Test
  void anyHistoryThatEndsInTheSameRowsEndsInTheSameDigest() {
    var random = new Random(6);
    for (int i = 0; i < 5_000; i++) {
      long key = random.nextInt(40);
      if (random.nextInt(3) == 0) {
        table.remove(key);
      } else {
        table.put(key, "v" + random.nextInt(3));
      }
    }
    var fresh = new Tables(new TreeRows(), 0);
    Table<Long, String> copy = fresh.open(1, Codec.LONG, TEXT);
    table.rebuild(copy::put);

    assertThat(rows.size()).isBetween(1, 40);
    assertThat(fresh.digest()).isEqualTo(tables.digest());
  }

  @Test
  void theDigestSeesWhichTableWhichKeyAndWhichValue() {
    var digests = new ArrayList<Long>();
    for (int id : List.of(1, 2)) {
      for (long key : List.of(7L, 8L)) {
        for (String value : List.of("a", "b", "")) {
          var other = new Tables(new TreeRows(), 0);
          other.open(id, Codec.LONG, TEXT).put(key, value);
          digests.add(other.digest());
        }
      }
    }

    assertThat(digests).hasSize(12).doesNotHaveDuplicates().doesNotContain(0L);
  }

  @Test
  void aRowsHashKnowsWhereTheKeyEnds() {
    assertThat(RowHash.of(new byte[] {1, 2}, new byte[] {3}))
        .isNotEqualTo(RowHash.of(new byte[] {1}, new byte[] {2, 3}))
        .isNotEqualTo(RowHash.of(new byte[] {3}, new byte[] {1, 2}));
    assertThat(RowHash.of(new byte[8], new byte[0]))
        .isNotEqualTo(RowHash.of(new byte[9], new byte[0]));
  }

  @Test
  void openedAgainOverTheSameRowsTheDigestGoesOn() {
    table.put(1L, "one");
    table.put(2L, "two");
    var again = new Tables(rows, tables.digest());
    again.open(1, Codec.LONG, TEXT).remove(1L);
    again.open(1, Codec.LONG, TEXT).remove(2L);

    assertThat(again.digest()).isZero();
  }

  @Test
  void whatIsTakenBackIsAsItWasWhenItWasLastKept() {
    table.put(1L, "one");
    table.put(2L, "two");
    tables.keep();
    long kept = tables.digest();
    table.put(1L, "uno");
    table.put(1L, "eins");
    table.remove(2L);
    table.put(2L, "zwei");
    table.put(3L, "three");
    table.remove(4L);

    tables.takeBack();
    assertThat(table.page(9)).containsExactly(Map.entry(1L, "one"), Map.entry(2L, "two"));
    assertThat(tables.digest()).isEqualTo(kept);

    tables.takeBack();
    assertThat(tables.digest()).as("there is nothing more to take back").isEqualTo(kept);
  }

  @Test
  void tablesDoNotSeeEachOther() {
    Table<Long, String> second = tables.open(2, Codec.LONG, TEXT);
    Table<Long, String> last = tables.open(255, Codec.LONG, TEXT);
    table.put(1L, "first");
    second.put(1L, "second");
    last.put(1L, "last");

    second.remove(1L);
    assertThat(second.page(9)).isEmpty();
    assertThat(table.page(9)).containsExactly(Map.entry(1L, "first"));
    assertThat(last.page(9)).containsExactly(Map.entry(1L, "last"));
  }

  @Test
  void aTableOfOneRowNeedsNoKey() {
    Table<Boolean, String> single = tables.open(3, Codec.NOTHING, TEXT);
    assertThat(single.get(true)).isNull();
    single.put(true, "settings");
    assertThat(single.get(true)).isEqualTo("settings");
    assertThat(single.page(2)).containsExactly(Map.entry(true, "settings"));
  }

  @Test
  void aPageHoldsTheFirstRowsInOrder() {
    for (long key = 5; key > -5; key--) {
      table.put(key, "v");
    }

    assertThat(table.page(3)).extracting(Map.Entry::getKey).containsExactly(-4L, -3L, -2L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 1_024, 1_500})
  void aRebuildHandsOverEveryRowOnceAndInOrder(int size) {
    var expected = new ArrayList<Long>();
    for (long key = 0; key < size; key++) {
      expected.add(key - 700);
      table.put(key - 700, "v");
    }
    tables.open(2, Codec.LONG, TEXT).put(1L, "not ours");
    var seen = new ArrayList<Long>();
    table.rebuild((key, _) -> seen.add(key));

    assertThat(seen).isEqualTo(expected);
  }
}
