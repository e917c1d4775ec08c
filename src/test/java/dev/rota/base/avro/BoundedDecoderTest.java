package dev.rota.base.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  @ValueSource(strings = {"00", "06746561", "04c3a4", "06efbfbd", "08f09f9880", "0e61efbfbdefbfbd"})
  void textIsUtf8(String hex) throws IOException {
    assertThat(canonical(hex, BoundedDecoder::readString)).isTrue();
    assertThat(canonical(hex, decoder -> decoder.readString(null))).isTrue();
    assertThat(canonical(hex, BoundedDecoder::skipString)).isTrue();
  }

  /** Else both would be the same text, with U+FFFD in place of the byte. */
  @ParameterizedTest
  @CsvSource({
    "04 62ff, 0xff at 1",
    "04 62fe, 0xfe at 1",
    "02 c3, 0xc3 at 0",
    "04 c080, 0xc0 at 0",
    "06 eda080, 0xed at 0",
    "08 f4908080, 0xf4 at 0",
    "08 efbfbdff, 0xff at 3",
  })
  void whatIsNoUtf8IsNoText(String hex, String told) {
    for (Reading reading :
        List.<Reading>of(
            BoundedDecoder::readString,
            decoder -> decoder.readString(null),
            BoundedDecoder::skipString)) {
      assertThatThrownBy(() -> canonical(hex.replace(" ", ""), reading))
          .isInstanceOf(CharacterCodingException.class)
          .hasMessage("a text is not UTF-8: byte " + told);
    }
  }

  @Test
  void whatIsNoUtf8IsReplacedForThoseWhoAskWhatEarlierProgramsRead() throws IOException {
    BoundedDecoder decoder = new BoundedDecoder(HexFormat.of().parseHex("0462ff"), 0, true);

    assertThat(decoder.readString()).isEqualTo("b\uFFFD");
    assertThat(decoder.isCanonical()).isFalse();
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
