package dev.rota.bots.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line against a sorted set, over seeded moves. */
class IndexedQueueTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void itIsInOrderWhateverComesAndGoes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    IndexedQueue<Integer> line = new IndexedQueue<>(Comparator.naturalOrder());
    TreeSet<Integer> expected = new TreeSet<>();
    List<Integer> all = new ArrayList<>();
    for (int move = 0; move < 3_000; move++) {
      Integer thing = random.nextInt(10) < 7 ? 200 + move : random.nextInt(200 + move);
      boolean grows = random.nextInt(100) < (move < 1_500 ? 70 : 30);
      if (grows && expected.add(thing)) {
        all.add(thing);
        line.add(thing);
      } else if (!expected.isEmpty()) {
        Integer gone = random.nextBoolean() ? line.first() : all.get(random.nextInt(all.size()));
        expected.remove(gone);
        all.remove(gone);
        line.remove(gone);
      }
      assertThat(line.first()).isEqualTo(expected.isEmpty() ? null : expected.first());
      assertThat(line.size()).isEqualTo(expected.size());
    }
    assertThat(line).containsExactlyElementsOf(expected);
    line.removeIf(thing -> thing % 2 == 0);
    expected.removeIf(thing -> thing % 2 == 0);
    assertThat(line.all()).containsExactlyElementsOf(expected);
  }

  @Test
  void whatIsNotThereCannotBeTakenOut() {
    IndexedQueue<String> line = new IndexedQueue<>(Comparator.naturalOrder());
    line.add("b");

    assertThatThrownBy(() -> line.remove("a")).hasMessage("a is not in its line");
    assertThatThrownBy(() -> line.remove("c")).hasMessage("c is not in its line");
  }
}
