package dev.rota.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Ten minutes of samples, one each ten seconds. */
final class SoakTest {
  @Test
  void whatBreathesIsSteady() {
    Soak soak = soak(i -> 100 + i % 7, i -> 600 + i % 20, i -> i % 2, i -> 30 + i % 9);

    assertThat(soak.courses()).extracting(Soak.Course::grows).containsOnly(false);
  }

  @Test
  void whatWarmsUpInTheFirstThirdIsSteady() {
    Soak soak =
        soak(
            i -> 50 + 5 * Math.min(i, 19),
            i -> 300 + 20 * Math.min(i, 19),
            SoakTest::none,
            SoakTest::none);

    assertThat(soak.courses()).extracting(Soak.Course::grows).containsOnly(false);
  }

  @Test
  void eachThatGoesOnGrowingIsNamed() {
    assertThat(growing(soak(i -> 100 + i, SoakTest::none, SoakTest::none, SoakTest::none)))
        .containsExactly("heap");
    assertThat(growing(soak(SoakTest::none, i -> 600 + 4 * i, SoakTest::none, SoakTest::none)))
        .containsExactly("resident");
    assertThat(growing(soak(SoakTest::none, SoakTest::none, i -> i / 2, SoakTest::none)))
        .containsExactly("open iterators");
    assertThat(growing(soak(SoakTest::none, SoakTest::none, SoakTest::none, i -> 20 + 3 * i)))
        .containsExactly("open files");
  }

  private static long none(long sample) {
    return 0;
  }

  private static List<String> growing(Soak soak) {
    return soak.courses().stream()
        .filter(Soak.Course::grows)
        .map(course -> course.figure().replaceAll(" after.*|,.*", ""))
        .toList();
  }

  private static Soak soak(
      LongUnaryOperator heap,
      LongUnaryOperator resident,
      LongUnaryOperator iterators,
      LongUnaryOperator files) {
    return new Soak(
        LongStream.range(0, 60)
            .mapToObj(
                i ->
                    new Sample(
                        10 * i,
                        1_000 * i,
                        heap.applyAsLong(i),
                        resident.applyAsLong(i),
                        iterators.applyAsLong(i),
                        files.applyAsLong(i)))
            .toList());
  }
}
