package dev.rota.kernel.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TreeRowsTest {
  private final TreeRows rows = new TreeRows();

  @Test
  void keysSortAsUnsignedBytes() {
    put(-1);
    put(0);
    put(127);
    put(-128);

    assertThat(rows.page(KeySpan.startingWith(new byte[] {}), 9))
        .extracting(row -> (int) row.key()[0])
        .containsExactly(0, 127, -128, -1);
  }

  @Test
  void aPageEndsAtItsLimitOrAtTheSpansEnd() {
    for (int i = 0; i < 10; i++) {
      put(3, i);
    }
    put(4, 0);
    var span = KeySpan.startingWith(new byte[] {3});

    assertThat(rows.page(span, 4)).hasSize(4);
    assertThat(rows.page(span, 100)).hasSize(10);
    assertThat(rows.page(span, 0)).isEmpty();
    assertThat(rows.page(KeySpan.startingWith(new byte[] {5}), 4)).isEmpty();
  }

  @Test
  void aPageIsACopyThatMayBeReadWhileWriting() {
    put(1);
    put(2);
    for (Row row : rows.page(KeySpan.startingWith(new byte[] {}), 9)) {
      rows.remove(row.key());
      put(row.key()[0] + 10);
    }

    assertThat(rows.page(KeySpan.startingWith(new byte[] {}), 9))
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

  static List<List<byte[]>> keys() {
    return List.of(
        IntStream.range(0, 300).mapToObj(TreeRowsTest::key).toList(),
        // More of one home than may be near it, in all tables of their number.
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(TreeRowsTest::key)
            .filter(key -> RowHash.of(key) >>> 20 == 0)
            .limit(300)
            .toList());
  }

  private static byte[] key(int number) {
    return ("lane/" + number).getBytes(ISO_8859_1);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void theyAreTheRowsOfASortedMapHoweverOftenTheyAreRead(List<byte[]> keys) {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
      TreeRows some = new TreeRows();
      int reads = 1 + random.nextInt(1_000);
      for (int i = 0; i < 2_000; i++) {
        byte[] key = keys.get(random.nextInt(keys.size()));
        write(some, expected, key, random.nextInt(3) == 0 ? null : value(random));
        assertThat(some.get(key)).isEqualTo(expected.get(key));
        assertThat(some.size()).isEqualTo(expected.size());
        some = random.nextInt(reads) == 0 ? new TreeRows(some) : some;
        if (random.nextInt(reads) == 0) {
          areThose(some, expected);
          isAPage(some, expected, key, keys.get(random.nextInt(keys.size())), random.nextInt(99));
        }
      }
      areThose(some, expected);
    }
  }

  /** From none to more than a block has. */
  private static byte[] value(Random random) {
    byte[] value = new byte[random.nextInt(50) == 0 ? 5_000 : random.nextInt(200)];
    random.nextBytes(value);
    return value;
  }

  private static void isAPage(
      TreeRows some, NavigableMap<byte[], byte[]> expected, byte[] from, byte[] to, int limit) {
    boolean isSpan = Arrays.compareUnsigned(from, to) < 0;
    List<Row> page = some.page(new KeySpan(from, isSpan ? to : null), limit);
    var rest = isSpan ? expected.subMap(from, to) : expected.tailMap(from);
    areThose(page.stream().map(Row::key), rest.keySet().stream().limit(limit));
  }

  /** Until so many have changed, they are not sorted by themselves. */
  @Test
  void manyRowsComeAndGo() {
    Random random = new Random(7);
    TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < 400_000; i++) {
      byte[] key = key(random.nextInt(200_000));
      write(rows, expected, key, random.nextInt(4) == 0 ? null : new byte[] {(byte) i});
    }
    assertThat(rows.size()).isEqualTo(expected.size());
    for (int i = 0; i < 200_000; i++) {
      assertThat(rows.get(key(i))).isEqualTo(expected.get(key(i)));
    }
    while (!expected.isEmpty()) {
      write(rows, expected, expected.firstKey(), null);
    }
    assertThat(rows.size()).isZero();
    assertThat(rows.page(KeySpan.startingWith(new byte[] {}), 1)).isEmpty();
  }

  /** As for {@code chunks}: long names that differ at their ends, and a few small numbers. */
  @Test
  void rowsWithLikeKeysShareThem() {
    for (int i = 0; i < 100_000; i++) {
      rows.add(
          "polkadot/s3://a-network-of-some-name/%010d/%010d-%010d-abcdefgh"
              .formatted(i / 100, i * 50, i * 50 + 49)
              .getBytes(ISO_8859_1),
          new byte[8]);
    }
    assertThat(rows.bytes() / rows.size()).isEqualTo(86);
    assertThat(rows.packed() / rows.size()).isLessThan(45);
  }

  private static void write(TreeRows some, Map<byte[], byte[]> expected, byte[] key, byte[] value) {
    byte[] before = value == null ? expected.remove(key) : expected.put(key, value);
    if (value != null && before == null) {
      some.add(key, value);
    } else {
      assertThat(some.replace(key, value)).isEqualTo(before);
    }
  }

  private static void areThose(TreeRows some, Map<byte[], byte[]> expected) {
    List<Row> page = some.page(KeySpan.startingWith(new byte[] {}), 1_000);
    areThose(page.stream().map(Row::key), expected.keySet().stream());
    areThose(page.stream().map(Row::value), expected.values().stream());
  }

  private static void areThose(Stream<byte[]> these, Stream<byte[]> expected) {
    assertThat(these.toArray(byte[][]::new)).isDeepEqualTo(expected.toArray(byte[][]::new));
  }

  private void put(int... key) {
    byte[] bytes = new byte[key.length];
    for (int i = 0; i < key.length; i++) {
      bytes[i] = (byte) key[i];
    }
    rows.put(bytes, new byte[] {});
  }
}
