package dev.rota.kernel.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LongsByNameTest {
  private static final int STEPS = 60_000;
  private static final long NONE = -1;

  @ParameterizedTest
  @MethodSource("dev.rota.kernel.table.NameTableTest#names")
  void hasWhatAMapHasInItsOrder(List<String> names) {
    Random random = new Random(1);
    LongsByName numbers = new LongsByName();
    Map<String, Long> expected = new LinkedHashMap<>();
    for (int step = 0; step < STEPS; step++) {
      String name = names.get(random.nextInt(names.size()));
      boolean filling = step / 15_000 % 2 == 0;
      Long before = expected.get(name);
      if (random.nextInt(4) < (filling ? 3 : 1)) {
        assertThat(numbers.put(name, step, NONE)).isEqualTo(before == null ? NONE : before);
        expected.put(name, (long) step);
      } else {
        assertThat(numbers.remove(name, NONE)).isEqualTo(before == null ? NONE : before);
        expected.remove(name);
      }
      String other = names.get(random.nextInt(names.size()));
      assertThat(numbers.get(other, NONE)).isEqualTo(expected.getOrDefault(other, NONE));
      assertThat(numbers.has(other)).isEqualTo(expected.containsKey(other));
      assertThat(numbers.size()).isEqualTo(expected.size());
      if (step % 5_000 == 0) {
        isAsIt(numbers, expected);
      }
    }
    isAsIt(numbers, expected);
    names.forEach(name -> numbers.remove(name, NONE));
    assertThat(numbers.isEmpty()).isTrue();
    isAsIt(numbers, Map.of());
  }

  private static void isAsIt(LongsByName numbers, Map<String, Long> expected) {
    Map<String, Long> all = new LinkedHashMap<>();
    numbers.each(all::put);
    assertThat(all).isEqualTo(expected);
    assertThat(new ArrayList<>(all.keySet())).isEqualTo(new ArrayList<>(expected.keySet()));
    assertThat(numbers.sorted()).isEqualTo(new TreeMap<>(expected));
  }
}
