package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.table.FieldWriter;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.testing.Book;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LaneStoreTest {
  private final Book book = new Book(new AlarmDomain());

  @Test
  void aLaneThatHasTakenNoTurnIsNotThere() {
    assertThat(book.lane("home").cursor())
        .usingRecursiveComparison()
        .isEqualTo(LaneCursor.START.ruled(1));
    assertThat(book.store().lanes()).isEmpty();
    assertThat(book.rows().size()).isZero();
  }

  @Test
  void lanesComeByNameHoweverManyThereAre() {
    List<String> names = new ArrayList<>();
    for (int i = 1_300; i > 0; i--) {
      String name = "site-%05d".formatted(i);
      names.add(0, name);
      book.tick(name, 1);
    }

    assertThat(book.store().lanes()).isEqualTo(names);
    book.restart();
    assertThat(book.store().lanes()).isEqualTo(names);
  }

  @Test
  void theLongestNamesAndThoseThatBeginAlikeKeepTheirRowsApart() {
    for (String name : List.of("a", "aa", "a".repeat(128), "a:a", "~0")) {
      book.take(SETTINGS, name, 10, set(name, "tea", name.length()));
    }
    book.restart();

    assertThat(book.lane("a").nextDeadline()).isEqualTo(11);
    assertThat(book.lane("aa").nextDeadline()).isEqualTo(12);
    assertThat(book.lane("a:a").nextDeadline()).isEqualTo(13);
    assertThat(book.lane("a".repeat(128)).nextDeadline()).isEqualTo(138);
  }

  /** A program that knows no packs reads row 3 alone, and must make its rows anew. */
  @Test
  void theEndIsReadFromOlderRowsAndHiddenFromOlderPrograms() {
    byte[] seal = new Sha256().number(1).finish();
    byte[] older = {3};
    book.rows().put(older, new FieldWriter().number(5).number(9).raw(seal).toBytes());
    assertThat(book.store().end()).usingRecursiveComparison().isEqualTo(new PageEnd(5, 9, seal));

    book.store().save(new PageEnd(6, 11, seal));
    assertThat(book.store().end().pages()).isEqualTo(6);
    assertThat(book.rows().get(older))
        .isEqualTo(new FieldWriter().number(0).number(-1).raw(new byte[Sha256.BYTES]).toBytes());
  }

  @Test
  void aStoreThatFailsOnceIsNoFaultOfTheRules() {
    var rows = new FailingRows();
    var domain = new AlarmDomain();
    var lane = new LaneStore(domain, rows).lane("home");
    var source = new InputPosition(SETTINGS, 0, 0, 10, new byte[Sha256.BYTES]);
    var arrival = new InputCodec(domain).take(source, set("home", "tea", 5));
    rows.failsOnce = true;

    assertThatThrownBy(() -> lane.take(arrival)).hasMessage("the disk is gone");
    assertThat(lane.cursor().number()).as("no turn was taken").isZero();

    var again = new LaneStore(domain, rows).lane("home").take(arrival);
    assertThat(again.entry().reason()).isNull();
    assertThat(again.entry().number()).isOne();
  }

  /** A store that says otherwise than the lane's last turn is damaged, whatever it says. */
  @Test
  void aLaneWhoseRowsAreNotThoseOfItsLastTurnIsNotOpened() {
    for (String name : List.of("changed", "gone", "added", "sound")) {
      book.take(SETTINGS, name, 10, set(name, "tea", 5));
    }
    for (Row row : book.rows().page(KeySpan.startingWith(new byte[] {1}), 100)) {
      String key = new String(row.key(), StandardCharsets.ISO_8859_1);
      if (key.contains("changed") && row.value().length > 0) {
        row.value()[row.value().length - 1] ^= 1;
        book.rows().put(row.key(), row.value());
      } else if (key.contains("gone")) {
        book.rows().remove(row.key());
      } else if (key.contains("added")) {
        byte[] another = row.key().clone();
        another[another.length - 3] ^= 1;
        book.rows().put(another, row.value());
      }
    }
    book.restart();

    for (String name : List.of("changed", "gone", "added")) {
      assertThatThrownBy(() -> book.lane(name).state())
          .isInstanceOf(DamagedRows.class)
          .hasMessageContaining("the rows of lane " + name + " sum to ")
          .hasMessageContaining(", and turn 1 left ");
    }
    assertThat(book.lane("sound").cursor().number()).isOne();
  }

  private static final class FailingRows implements Rows {
    private final TreeRows rows = new TreeRows();
    private boolean failsOnce;

    @Override
    public byte[] get(byte[] key) {
      return working().get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      working().put(key, value);
    }

    @Override
    public void remove(byte[] key) {
      working().remove(key);
    }

    @Override
    public List<Row> page(KeySpan span, int limit) {
      return working().page(span, limit);
    }

    private TreeRows working() {
      if (failsOnce) {
        failsOnce = false;
        throw new IllegalStateException("the disk is gone");
      }
      return rows;
    }
  }
}
