package dev.rota.road.stream.rows;

import static dev.rota.road.stream.rows.BufferedWrites.NOTHING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

class BufferedWritesTest {
  private static final Bytes KEY = Bytes.wrap(new byte[10]);

  private final BufferedWrites held = new BufferedWrites();

  @Test
  void theyGrowByWhatTheRowsWillHaveAndHadNot() {
    SplittableRandom random = new SplittableRandom(3);
    TreeMap<Bytes, byte[]> store = new TreeMap<>();
    for (int checkpoint = 0; checkpoint < 200; checkpoint++) {
      TreeMap<Bytes, byte[]> now = new TreeMap<>(store);
      for (int write = 0; write < 20; write++) {
        Bytes key = Bytes.wrap(new byte[] {(byte) random.nextInt(30), 1, 2});
        byte[] behind = store.getOrDefault(key, NOTHING);
        byte[] value = random.nextInt(3) == 0 ? NOTHING : new byte[random.nextInt(100)];
        if (value == NOTHING && behind == NOTHING) {
          held.remove(key);
        } else {
          held.put(key, value, behind);
        }
        if (value == NOTHING) {
          now.remove(key);
        } else {
          now.put(key, value);
        }
      }
      assertThat(held.grown()).isEqualTo(bytes(now) - bytes(store));
      assertThat(held.bytes()).isEqualTo(bytes(held.all()));
      held.rows((key, value) -> assertThat(held.all()).containsEntry(key, value))
          .forEach(
              row -> {
                if (row.value() == null) {
                  store.remove(Bytes.wrap(row.key()));
                } else {
                  store.put(Bytes.wrap(row.key()), row.value());
                }
              });
      held.clear();
      assertThat(bytes(store)).isEqualTo(bytes(now));
      assertThat(held.grown()).isZero();
    }
  }

  private static long bytes(Map<Bytes, byte[]> rows) {
    return rows.entrySet().stream()
        .mapToLong(row -> row.getKey().get().length + row.getValue().length)
        .sum();
  }

  @Test
  void aRowThatIsReplacedWithoutALookMayHaveBeenLarger() {
    held.put(KEY, new byte[90], null);

    assertThat(held.grown()).isEqualTo(-100);
    held.put(KEY, new byte[40], null);
    assertThat(held.grown()).as("the size of the first one is known").isEqualTo(-150);
  }

  @Test
  void nobodyKnowsWhatTheyGrowByOnceARowIsRemovedWithoutALook() {
    held.put(KEY, NOTHING, null);
    assertThat(held.grown()).isNull();

    held.put(Bytes.wrap(new byte[] {1}), new byte[5], NOTHING);
    assertThat(held.grown()).isNull();
    held.clear();
    held.put(Bytes.wrap(new byte[] {1}), new byte[5], NOTHING);
    assertThat(held.grown()).isEqualTo(6);
  }
}
