package dev.rota.kernel.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedEntriesTest {
  private record Entry(int number, byte[] bytes) {}

  private static int size(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> 1 + random.nextInt(200_000);
      case 1 -> 1 << random.nextInt(18);
      default -> 1 + random.nextInt(100);
    };
  }

  @Test
  void anEntryStaysWhereItIs() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      PackedEntries pages = new PackedEntries();
      List<Entry> entries = new ArrayList<>();
      for (int count = random.nextInt(2_000); count > 0; count--) {
        byte[] bytes = new byte[size(random)];
        int number = pages.add(bytes.length);
        byte[] page = pages.page(number);
        int place = PackedEntries.place(number);
        assertThat(Arrays.copyOfRange(page, place, place + bytes.length)).isEqualTo(bytes);
        random.nextBytes(bytes);
        System.arraycopy(bytes, 0, page, place, bytes.length);
        entries.add(new Entry(number, bytes));
      }
      areThere(pages, entries);
    }
  }

  private static void areThere(PackedEntries pages, List<Entry> entries) {
    for (int at = 0; at < entries.size(); at++) {
      Entry entry = entries.get(at);
      int place = PackedEntries.place(entry.number);
      int to = place + entry.bytes.length;
      assertThat(Arrays.equals(pages.page(entry.number), place, to, entry.bytes, 0, to - place))
          .isTrue();
      int next = at + 1 == entries.size() ? 0 : entries.get(at + 1).number;
      assertThat(pages.after(entry.number, entry.bytes.length)).isEqualTo(next);
      assertThat(next)
          .satisfiesAnyOf(
              one -> assertThat(one).isZero(), one -> assertThat(one).isGreaterThan(entry.number));
    }
  }
}
