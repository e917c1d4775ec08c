package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.TreeRows;
import dev.rota.registry.MockRegistry;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreRowsTest {
  private static final String SCOPE = "store-rows";

  @Test
  void noQuestionTellsAStoreFromATree(@TempDir Path dir) {
    var tree = new TreeRows();
    var random = new Random(8);
    int paged = 0;
    try (var streams = new RoadDriver(SCOPE, dir, 1)) {
      var store = streams.rows();
      for (int i = 0; i < 3_000; i++) {
        byte[] key = key(random);
        if (random.nextInt(3) == 0) {
          tree.remove(key);
          store.remove(key);
        } else {
          byte[] value = {(byte) random.nextInt()};
          tree.put(key, value);
          store.put(key, value);
        }
        byte[] asked = key(random);
        var span = KeySpan.startingWith(asked);
        var rest = span.after(key(random));
        int limit = random.nextInt(6);

        assertThat(store.get(asked)).isEqualTo(tree.get(asked));
        assertThat(page(store, span, limit)).isEqualTo(page(tree, span, limit));
        assertThat(page(store, rest, limit)).isEqualTo(page(tree, rest, limit));
        paged += page(tree, span, limit).size();
      }
    } finally {
      MockRegistry.drop(SCOPE);
    }
    assertThat(paged).isGreaterThan(1_000);
  }

  private static List<String> page(Rows rows, KeySpan span, int limit) {
    return rows.page(span, limit).stream().map(StoreRowsTest::text).toList();
  }

  private static String text(Row row) {
    return HexFormat.of().formatHex(row.key()) + "=" + HexFormat.of().formatHex(row.value());
  }

  private static byte[] key(Random random) {
    byte[] few = {0, 1, 0x7f, -128, -1};
    byte[] key = new byte[1 + random.nextInt(3)];
    for (int i = 0; i < key.length; i++) {
      key[i] = few[random.nextInt(few.length)];
    }
    return key;
  }
}
