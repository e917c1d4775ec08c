package dev.rota.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TreeRowsTest {
  private final TreeRows rows = new TreeRows();

  @Test
  void keysSortAsUnsignedBytes() {
    put(-1);
    put(0);
    put(127);
    put(-128);

    assertThat(rows.page(Span.startingWith(new byte[] {}), 9))
        .extracting(row -> (int) row.key()[0])
        .containsExactly(0, 127, -128, -1);
  }

  @Test
  void aPageEndsAtItsLimitOrAtTheSpansEnd() {
    for (int i = 0; i < 10; i++) {
      put(3, i);
    }
    put(4, 0);
    var span = Span.startingWith(new byte[] {3});

    assertThat(rows.page(span, 4)).hasSize(4);
    assertThat(rows.page(span, 100)).hasSize(10);
    assertThat(rows.page(span, 0)).isEmpty();
    assertThat(rows.page(Span.startingWith(new byte[] {5}), 4)).isEmpty();
  }

  @Test
  void aPageIsACopyThatMayBeReadWhileWriting() {
    put(1);
    put(2);
    for (Row row : rows.page(Span.startingWith(new byte[] {}), 9)) {
      rows.remove(row.key());
      put(row.key()[0] + 10);
    }

    assertThat(rows.page(Span.startingWith(new byte[] {}), 9))
        .extracting(row -> (int) row.key()[0])
        .containsExactly(11, 12);
  }

  @Test
  void aRowIsReplacedAndRemoved() {
    rows.put(new byte[] {1}, new byte[] {5});
    rows.put(new byte[] {1}, new byte[] {6});
    assertThat(rows.get(new byte[] {1})).containsExactly(6);
    assertThat(rows.size()).isOne();

    rows.remove(new byte[] {1});
    rows.remove(new byte[] {2});
    assertThat(rows.get(new byte[] {1})).isNull();
    assertThat(rows.size()).isZero();
  }

  private void put(int... key) {
    byte[] bytes = new byte[key.length];
    for (int i = 0; i < key.length; i++) {
      bytes[i] = (byte) key[i];
    }
    rows.put(bytes, new byte[] {});
  }
}
