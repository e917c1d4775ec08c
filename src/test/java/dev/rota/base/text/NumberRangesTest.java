package dev.rota.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NumberRangesTest {
  @Test
  void neighboursAreARange() {
    assertThat(NumberRanges.of(new TreeSet<>())).isEmpty();
    assertThat(NumberRanges.of(new TreeSet<>(List.of(7)))).isEqualTo("7");
    assertThat(NumberRanges.of(new TreeSet<>(List.of(7, 0, 1, 2, 3)))).isEqualTo("0-3, 7");
    assertThat(NumberRanges.of(new TreeSet<>(List.of(1, 2, 4, 5)))).isEqualTo("1-2, 4-5");
  }

  @Test
  void whatIsReadFromItIsWhatWasWritten() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      TreeSet<Integer> numbers = new TreeSet<>();
      random.ints(random.nextInt(1, 30), 0, 40).forEach(numbers::add);
      TreeSet<Integer> read = new TreeSet<>();
      for (String range : NumberRanges.of(numbers).split(", ", -1)) {
        String[] ends = range.split("-", -1);
        for (int one = Integer.parseInt(ends[0]);
            one <= Integer.parseInt(ends[ends.length - 1]);
            one++) {
          assertThat(read.add(one)).isTrue();
        }
      }
      assertThat(read).isEqualTo(numbers);
    }
  }
}
