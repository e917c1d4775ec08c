package dev.rota.kernel.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KeySpanTest {
  @Test
  void aSpanHoldsExactlyTheKeysThatStartWithItsPrefix() {
    var random = new Random(1);
    int inside = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] prefix = bytes(random, 3);
      byte[] key = bytes(random, 5);
      boolean starts =
          key.length >= prefix.length && Arrays.equals(Arrays.copyOf(key, prefix.length), prefix);

      assertThat(KeySpan.startingWith(prefix).contains(key))
          .as("%s in %s", Arrays.toString(key), Arrays.toString(prefix))
          .isEqualTo(starts);
      inside += starts ? 1 : 0;
    }
    assertThat(inside).isBetween(1_000, 19_000);
  }

  @Test
  void aPrefixThatNothingIsGreaterThanHasNoEnd() {
    assertThat(KeySpan.startingWith(new byte[] {}).to()).isNull();
    assertThat(KeySpan.startingWith(new byte[] {-1, -1}).to()).isNull();
    assertThat(KeySpan.startingWith(new byte[] {1, -1}).to()).containsExactly(2);
  }

  @Test
  void whatIsLeftBehindAKeyBeginsWithTheVeryNextOne() {
    var rest = KeySpan.startingWith(new byte[] {7}).after(new byte[] {7, 1});

    assertThat(rest.contains(new byte[] {7, 1})).isFalse();
    assertThat(rest.contains(new byte[] {7, 0, 9})).isFalse();
    assertThat(rest.contains(new byte[] {7, 1, 0})).isTrue();
    assertThat(rest.contains(new byte[] {7, 2})).isTrue();
    assertThat(rest.contains(new byte[] {8})).isFalse();
  }

  /** Few different bytes, so that prefixes meet; the greatest ones among them. */
  private static byte[] bytes(Random random, int lengthMax) {
    byte[] few = {0, 1, 0x7f, -128, -1};
    byte[] bytes = new byte[random.nextInt(lengthMax + 1)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = few[random.nextInt(few.length)];
    }
    return bytes;
  }
}
