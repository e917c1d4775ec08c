package dev.rota.kernel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, -0.0",
    "1, 1.0",
    "-5, -5.0",
    "0.1, 0.1",
    "1.01, 1.01",
    "0.001, 0.001",
    "0.00099, 9.9E-4",
    "9999999, 9999999.0",
    "1e7, 1.0E7",
    "-1e9, -1.0E9",
    "123456789.25, 1.2345678925E8",
    "2e23, 2.0E23",
    "2e-3, 0.002",
    "8.41E21, 8.41E21",
    "9007199254740993, 9.007199254740992E15",
    "4.9e-324, 4.9E-324",
    "1.7976931348623157e308, 1.7976931348623157E308",
    "0.30000000000000004, 0.30000000000000004",
    "NaN, NaN",
    "Infinity, Infinity",
    "-Infinity, -Infinity"
  })
  void aNumberIsPrintedInTheFewestDigitsThatTellIt(double number, String text) {
    assertThat(DecimalText.text(number)).isEqualTo(text);
  }

  @Test
  void everyNumberIsReadBackAsItself() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      double number = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(number)) {
        assertThat(Double.parseDouble(DecimalText.text(number))).isEqualTo(number);
      }
    }
  }

  /** What a ledger has been told of numbers like those of a policy stays. */
  @Test
  void usualNumbersArePrintedAsEveryRuntimeDoes() {
    for (int hundredths = -200_000; hundredths < 200_000; hundredths++) {
      double number = hundredths / 100.0;
      assertThat(DecimalText.text(number)).isEqualTo(Double.toString(number));
    }
  }
}
