package dev.rota.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A decoder knows whether Avro's encoder would write the same bytes again. */
final class BoundedDecoderTest {
  private interface Reading {
    void of(BoundedDecoder decoder) throws IOException;
  }

  private static boolean canonical(String hex, Reading reading) throws IOException {
    BoundedDecoder decoder = new BoundedDecoder(HexFormat.of().parseHex(hex), 0);
    reading.of(decoder);
    assertThat(decoder.remaining()).isZero();
    return decoder.isCanonical();
  }

  @ParameterizedTest
  @CsvSource({
    "00, true",
    "7f, true",
    "8001, true",
    "8000, false",
    "ff00, false",
    "80808000, false",
    "ffffffffffffffffff01, true",
    "ffffffffffffffffff03, false",
    "ffffffffffffffffff7f, false",
    "80808080808080808000, false"
  })
  void aNumberHasOneForm(String hex, boolean expected) throws IOException {
    assertThat(canonical(hex, BoundedDecoder::readLong)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"00, true", "06746561, true", "04c3a4, true", "02ff, false", "06efbfbd, false"})
  void textIsUtf8(String hex, boolean expected) throws IOException {
    assertThat(canonical(hex, BoundedDecoder::readString)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"00, true", "04020200, true", "0202020200, false", "0304020200, false"})
  void aListIsOneBlockWithoutItsSize(String hex, boolean expected) throws IOException {
    Reading list =
        decoder -> {
          for (long n = decoder.readArrayStart(); n > 0; n = decoder.arrayNext()) {
            for (long i = 0; i < n; i++) {
              decoder.readLong();
            }
          }
        };
    assertThat(canonical(hex, list)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"00, true", "02026100, true", "040261026200, false", "020261 02026200, false"})
  void onlyAMapOfOneEntryHasAnOrder(String hex, boolean expected) throws IOException {
    Reading map =
        decoder -> {
          for (long n = decoder.readMapStart(); n > 0; n = decoder.mapNext()) {
            for (long i = 0; i < n; i++) {
              decoder.readString();
            }
          }
        };
    assertThat(canonical(hex.replace(" ", ""), map)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0000c03f, true", "0000c07f, false", "0000a07f, false"})
  void notANumberHasMany(String hex, boolean expected) throws IOException {
    assertThat(canonical(hex, BoundedDecoder::readFloat)).isEqualTo(expected);
    String wide = "00".repeat(4) + (expected ? "0000f83f" : "0000f87f");
    assertThat(canonical(wide, BoundedDecoder::readDouble)).isEqualTo(expected);
  }
}
