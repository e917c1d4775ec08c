package dev.rota.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Ten minutes of samples, one each ten seconds. */
final class SoakSamplesTest {
  @Test
  void whatBreathesIsSteady() {
    SoakSamples soak =
        soak(i -> 100 + i % 7, i -> 600 + i % 20, i -> i % 2, i -> 30 + i % 9, i -> 50 + i % 3);

    assertThat(soak.courses()).extracting(SoakSamples.Course::grows).containsOnly(false);
  }

  @Test
  void whatWarmsUpInTheFirstThirdIsSteady() {
    SoakSamples soak =
        soak(
            i -> 50 + 5 * Math.min(i, 19),
            i -> 300 + 20 * Math.min(i, 19),
            SoakSamplesTest::none,
            SoakSamplesTest::none,
            i -> 30 + Math.min(i, 19));

    assertThat(soak.courses()).extracting(SoakSamples.Course::grows).containsOnly(false);
  }

  @Test
  void eachThatGoesOnGrowingIsNamed() {
    LongUnaryOperator none = SoakSamplesTest::none;
    assertThat(growing(soak(i -> 100 + i, none, none, none, none))).containsExactly("heap");
    assertThat(growing(soak(none, i -> 600 + 4 * i, none, none, none))).containsExactly("resident");
    assertThat(growing(soak(none, none, i -> i / 2, none, none))).containsExactly("open iterators");
    assertThat(growing(soak(none, none, none, i -> 20 + 3 * i, none)))
        .containsExactly("open files");
    assertThat(growing(soak(none, none, none, none, i -> 30 + i / 5))).containsExactly("threads");
  }

  private static long none(long sample) {
    return 0;
  }

  private static List<String> growing(SoakSamples soak) {
    return soak.courses().stream()
        .filter(SoakSamples.Course::grows)
        .map(course -> course.figure().replaceAll(" after.*|,.*", ""))
        .toList();
  }

  private static SoakSamples soak(
      LongUnaryOperator heap,
      LongUnaryOperator resident,
      LongUnaryOperator iterators,
      LongUnaryOperator files,
      LongUnaryOperator threads) {
    return new SoakSamples(
        LongStream.range(0, 60)
            .mapToObj(
                i ->
                    new ResourceSample(
                        10 * i,
                        1_000 * i,
                        heap.applyAsLong(i),
                        resident.applyAsLong(i),
                        iterators.applyAsLong(i),
                        files.applyAsLong(i),
                        threads.applyAsLong(i)))
            .toList());
  }
}
