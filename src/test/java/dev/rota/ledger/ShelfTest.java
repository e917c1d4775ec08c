package dev.rota.ledger;

import static dev.rota.testing.AlarmRecords.set;
import static dev.rota.testing.alarms.wire.AlarmWire.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.Book;
import dev.rota.testing.alarms.AlarmDomain;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShelfTest {
  private final Book<?, ?, ?> book = new Book<>(new AlarmDomain());

  @Test
  void aLaneThatHasTakenNoTurnIsNotThere() {
    assertThat(book.lane("home").cursor()).usingRecursiveComparison().isEqualTo(Cursor.START);
    assertThat(book.shelf().lanes()).isEmpty();
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

    assertThat(book.shelf().lanes()).isEqualTo(names);
    book.restart();
    assertThat(book.shelf().lanes()).isEqualTo(names);
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
}
