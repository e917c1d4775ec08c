package dev.rota.chunks.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beside a map that knows each block's range. */
class BlockRangeListTest {
  private static final int STEPS = 20_000;

  /** In order as listings come, and all over: pages fill, split and empty. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itTellsWhatAMapTells(boolean inOrder) {
    Random random = new Random(7);
    BlockRangeList ranges = new BlockRangeList();
    TreeMap<Long, Long> map = new TreeMap<>();
    int overlaps = 0;
    for (int step = 0; step < STEPS; step++) {
      long first = inOrder ? 10L * step + random.nextInt(12) : random.nextInt(60_000);
      BlockRange blocks = new BlockRange(first, first + random.nextInt(10));
      BlockRange expected = overlap(map, blocks);
      assertThat(ranges.overlap(blocks, _ -> true)).isEqualTo(expected);
      if (expected == null) {
        ranges.add(blocks);
        map.put(blocks.first(), blocks.last());
      } else {
        overlaps++;
        assertThat(ranges.overlap(blocks, other -> !other.equals(expected))).isNotEqualTo(expected);
        if (random.nextInt(3) == 0) {
          ranges.remove(expected);
          map.remove(expected.first());
        }
      }
      assertThat(ranges.last()).isEqualTo(map.isEmpty() ? 0 : map.lastEntry().getValue());
    }
    assertThat(overlaps).isGreaterThan(STEPS / 20);
    map.forEach((first, last) -> ranges.remove(new BlockRange(first, last)));
    assertThat(ranges.last()).isZero();
    assertThat(ranges.overlap(new BlockRange(0, Long.MAX_VALUE), _ -> true)).isNull();
  }

  private static BlockRange overlap(NavigableMap<Long, Long> map, BlockRange blocks) {
    Map.Entry<Long, Long> before = map.lowerEntry(blocks.first());
    if (before != null && before.getValue() >= blocks.first()) {
      return new BlockRange(before.getKey(), before.getValue());
    }
    Map.Entry<Long, Long> next = map.ceilingEntry(blocks.first());
    return next == null || next.getKey() > blocks.last()
        ? null
        : new BlockRange(next.getKey(), next.getValue());
  }
}
