package dev.rota.road.stream.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

final class KnownRowsTest {
  private static final int MIB = 1 << 20;

  private final KnownRows known = new KnownRows();

  @Test
  void itKnowsWhatIsThereAndWhatIsNot() {
    byte[] row = {1};
    known.put(key(1), row);
    known.put(key(2), BufferedWrites.NOTHING);

    assertThat(known.get(key(1))).isSameAs(row);
    assertThat(known.get(key(2))).isSameAs(BufferedWrites.NOTHING);
    assertThat(known.get(key(3))).isNull();
  }

  @Test
  void manySmallRowsAreBounded() {
    IntStream.range(0, 200_000).forEach(i -> known.put(key(i), new byte[1]));

    assertThat(held(200_000)).isBetween(1L, 50_000L);
    assertThat(known.get(key(199_999))).isNotNull();
  }

  @Test
  void fewLargeRowsAreBounded() {
    IntStream.range(0, 500).forEach(i -> known.put(key(i), new byte[MIB]));

    assertThat(held(500)).isBetween(1L, 65L);
    assertThat(known.get(key(499))).isNotNull();
  }

  @Test
  void aRowThatChangesCountsOnce() {
    known.put(key(1), new byte[1]);
    IntStream.range(0, 500).forEach(_ -> known.put(key(2), new byte[MIB]));

    assertThat(known.get(key(1))).isNotNull();
  }

  @Test
  void whatIsForgottenCountsNoMore() {
    IntStream.range(0, 60).forEach(i -> known.put(key(i), new byte[MIB]));
    known.clear();
    assertThat(held(60)).isZero();
    IntStream.range(0, 60).forEach(i -> known.put(key(i), new byte[MIB]));

    assertThat(held(60)).isEqualTo(60);
  }

  private long held(int upTo) {
    return IntStream.range(0, upTo).filter(i -> known.get(key(i)) != null).count();
  }

  private static Bytes key(int number) {
    return Bytes.wrap(Integer.toString(number).getBytes(UTF_8));
  }
}
