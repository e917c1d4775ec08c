package dev.rota.kernel.domain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What many facts say fits into a line, and what is left out is counted. */
final class TurnHeadlineTest {
  private static String of(String... facts) {
    return TurnHeadline.of(List.of(facts), UnaryOperator.identity());
  }

  @Test
  void nothingSaidIsNoLine() {
    assertThat(TurnHeadline.of(List.of(), _ -> "a")).isNull();
    assertThat(TurnHeadline.of(List.of(1, 2), _ -> null)).isNull();
  }

  @Test
  void theFirstPartsAreShownAndTheOthersCountedOnce() {
    assertThat(of("a")).isEqualTo("a");
    assertThat(of("a", "a", "b")).isEqualTo("a; b");
    assertThat(of("a", "b", "c", "d", "e", "d", "a")).isEqualTo("a; b; c; and 2 more");
  }

  @Test
  void aHeadComesFirstWhereverItIs() {
    List<Integer> facts = IntStream.rangeClosed(1, 10_000).boxed().toList();
    assertThat(TurnHeadline.of(facts, one -> one == 9_999, String::valueOf))
        .isEqualTo("9999; 1; 2; and more");
    assertThat(TurnHeadline.of(facts.subList(0, 3), one -> one == 3, String::valueOf))
        .isEqualTo("3; 1; 2");
  }

  @Test
  void aLongNameIsCutAndHalfACharacterIsNeverShown() {
    for (int length = 100; length < 140; length++) {
      String name = "x".repeat(length) + "😀".repeat(80);
      String line = of(name, "b", "c", "d");
      assertThat(line).hasSizeLessThanOrEqualTo(TurnHeadline.LENGTH_MAX).endsWith("…; and 1 more");
      assertThat(new String(line.getBytes(UTF_8), UTF_8)).isEqualTo(line);
    }
  }
}
