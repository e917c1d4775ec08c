package dev.rota.kernel.domain.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class RecentSamplesTest {
  private static RecentSamples of(int most, long... figures) {
    RecentSamples samples = new RecentSamples(most);
    for (long figure : figures) {
      samples.add(figure);
    }
    return samples;
  }

  @Test
  void aPercentileIsTheSmallestThatSoManyDoNotExceed() {
    RecentSamples samples = of(100, 50, 10, 40, 20, 30);

    assertThat(samples.percentile(1)).isEqualTo(10);
    assertThat(samples.percentile(20)).isEqualTo(10);
    assertThat(samples.percentile(21)).isEqualTo(20);
    assertThat(samples.percentile(50)).isEqualTo(30);
    assertThat(samples.percentile(90)).isEqualTo(50);
    assertThat(of(100, 1, 2).percentile(50)).isOne();
  }

  @Test
  void theMedianOfThoseThatAreLargeEnough() {
    RecentSamples samples = of(100, 50, 10, 40, 20, 30);

    assertThat(samples.medianFrom(30)).isEqualTo(40);
    assertThat(samples.medianFrom(41)).isEqualTo(50);
    assertThat(samples.countFrom(30)).isEqualTo(3);
    assertThat(samples.countFrom(51)).isZero();
    assertThatThrownBy(() -> samples.medianFrom(51)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theOldestGoes() {
    RecentSamples samples = new RecentSamples(20);
    for (int i = 0; i < 70; i++) {
      samples.add(i);
    }

    assertThat(samples.count()).isEqualTo(20);
    assertThat(samples.percentile(1)).isEqualTo(50);
    assertThat(samples.percentile(100)).isEqualTo(69);
  }
}
