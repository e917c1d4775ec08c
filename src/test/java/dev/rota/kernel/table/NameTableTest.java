package dev.rota.kernel.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NameTableTest {
  private static final int NAMES = 2_000;
  private static final int STEPS = 60_000;

  /** Running numbers, names of one hash, and names of few hashes beside each other. */
  static Stream<List<String>> names() {
    return Stream.of(
        named(i -> "job-" + i),
        named(NameTableTest::ofOneHash),
        named(i -> ofOneHash(i / 7) + (char) ('a' + i % 7)),
        named(i -> i == 0 ? "" : "\0".repeat(i % 3) + "job-" + i % 9 + ofOneHash(i / 9)));
  }

  private static List<String> named(IntFunction<String> name) {
    return IntStream.range(0, NAMES).mapToObj(name).toList();
  }

  /** {@code Aa} and {@code BB} have the same hash, and so have all words of them. */
  private static String ofOneHash(int number) {
    StringBuilder word = new StringBuilder();
    for (int bit = 0; bit < 11; bit++) {
      word.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return word.toString();
  }

  @ParameterizedTest
  @MethodSource("names")
  void hasWhatAMapHas(List<String> names) {
    Random random = new Random(1);
    NameTable<Integer> things = new NameTable<>();
    Map<String, Integer> expected = new TreeMap<>();
    for (int step = 0; step < STEPS; step++) {
      String name = names.get(random.nextInt(names.size()));
      boolean filling = step / 15_000 % 2 == 0;
      if (random.nextInt(4) < (filling ? 3 : 1)) {
        things.put(name, step);
        expected.put(name, step);
      } else {
        things.remove(name);
        expected.remove(name);
      }
      String other = names.get(random.nextInt(names.size()));
      assertThat(things.get(other)).isEqualTo(expected.get(other));
      assertThat(things.has(other)).isEqualTo(expected.containsKey(other));
      assertThat(things.size()).isEqualTo(expected.size());
    }
    assertThat(things.sorted()).isEqualTo(expected);
    assertThat(things.stream()).containsExactlyInAnyOrderElementsOf(expected.values());
    assertThat(new ArrayList<>(things.sorted().keySet())).isSorted();
    names.forEach(things::remove);
    assertThat(things.size()).isZero();
    assertThat(things.sorted()).isEmpty();
    assertThat(things.stream()).isEmpty();
  }

  @Test
  void forgetsAll() {
    NameTable<Integer> things = new NameTable<>();
    names().findFirst().orElseThrow().forEach(name -> things.put(name, 1));
    ofOneHash().forEach(name -> things.put(name, 2));
    things.clear();
    assertThat(things.size()).isZero();
    assertThat(things.has("job-1")).isFalse();
    things.put("job-1", 3);
    assertThat(things.sorted()).containsExactly(Map.entry("job-1", 3));
  }

  private static List<String> ofOneHash() {
    return named(NameTableTest::ofOneHash);
  }
}
