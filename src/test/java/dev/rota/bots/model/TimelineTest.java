package dev.rota.bots.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.engine.Deadline;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A timeline, and the line under it, against a sorted set, over seeded moves. */
class TimelineTest {
  private static final int MOVES = 3_000;
  private static final long DELAY = 5;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void itIsInOrderWhateverComesAndGoes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Timeline<String> timeline = new Timeline<>(Comparator.naturalOrder());
    Map<Deadline, Timeline.Mark<String>> marks = new HashMap<>();
    TreeSet<Deadline> expected = new TreeSet<>();
    long nowMillis = 0;
    for (int move = 0; move < MOVES; move++) {
      nowMillis += random.nextInt(3) / 2;
      boolean grows = random.nextInt(100) < (move < MOVES / 2 ? 70 : 30);
      if (grows || expected.isEmpty()) {
        // Most come in order, some do not.
        long at = random.nextInt(10) == 0 ? nowMillis / 2 : nowMillis;
        Deadline due = new Deadline(at + DELAY, "kind", "n" + random.nextInt(50));
        if (expected.add(due)) {
          marks.put(due, timeline.add(at, due.id(), due.id()));
        }
      } else {
        Deadline gone = any(expected, random);
        expected.remove(gone);
        timeline.remove(marks.remove(gone));
      }

      assertThat(timeline.size()).isEqualTo(expected.size());
      assertThat(timeline.next("kind", DELAY, null))
          .isEqualTo(expected.isEmpty() ? null : expected.first());
      Deadline after = new Deadline(nowMillis / 2 + random.nextInt(9), "kind", "n25");
      assertThat(timeline.next("kind", DELAY, after)).isEqualTo(expected.higher(after));
    }
    assertThat(timeline.all()).isEqualTo(expected.stream().map(Deadline::id).toList());
  }

  private static Deadline any(SortedSet<Deadline> of, SplittableRandom random) {
    Deadline first = of.first();
    return random.nextInt(3) == 0
        ? first
        : of.stream().skip(random.nextInt(of.size())).findFirst().orElse(first);
  }
}
