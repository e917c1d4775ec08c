package dev.rota.lab.starknet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.lines.BadLine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StarknetReaderTest {
  private static final String LINE =
      "{\"block\":770,\"timestamp\":1642690775,\"hash\":\"0x4b\",\"type\":\"DEPLOY\","
          + "\"contract\":\"0x43\",\"nonce\":\"0x1f\",\"more\":true}\n";

  @Test
  void linesAreTransactionsPlainOrGzipped() throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write((LINE + "\n" + LINE).getBytes(UTF_8));
    }
    for (byte[] bytes : new byte[][] {(LINE + "\n" + LINE).getBytes(UTF_8), zipped.toByteArray()}) {
      var reader = new StarknetReader(new ByteArrayInputStream(bytes));
      var expected = new StarknetTransaction(770, 1642690775, "0x4b", "DEPLOY", "0x43", 31L);
      assertThat(reader.next()).contains(expected);
      assertThat(reader.next()).contains(expected);
      assertThat(reader.lineNumber()).isEqualTo(3);
      assertThat(reader.next()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "770 | -1 | block: is -1; expected a whole number, 0 or more",
        "\"DEPLOY\" | 7 | type: is 7; expected a text",
        "\"hash\" | \"hush\" | hash: is missing; expected a text",
        "\"0x43\" | \"\" | contract: is \"\"; expected a text",
        "\"0x1f\" | \"0xno\" | nonce: is \"0xno\"; expected hexadecimal, a number or null",
        "\"0x1f\" | \"0x\" | nonce: is \"0x\"; expected hexadecimal, a number or null",
        "\"0x1f\" | \"0x+1\" | nonce: is \"0x+1\"; expected hexadecimal, a number or null",
        "\"0x1f\" | -1 | nonce: is -1; expected hexadecimal, a number or null",
        "\"0x1f\" | \"0x8000000000000000\" | nonce: is \"0x8000000000000000\"; expected at most"
            + " 9223372036854775806",
        "\"0x1f\" | 9223372036854775807 | nonce: is 9223372036854775807; expected at most"
            + " 9223372036854775806",
        "\"0x1f\" | 18446744073709551616 | nonce: is 18446744073709551616; expected at most"
            + " 9223372036854775806",
        "} | nonsense | not JSON"
      })
  void whatIsWrongIsSaidAndTheNextLineCanBeRead(String part, String wrong, String why)
      throws IOException {
    String lines = LINE.replaceFirst(Pattern.quote(part), wrong) + LINE;
    var reader = new StarknetReader(new ByteArrayInputStream(lines.getBytes(UTF_8)));

    assertThatThrownBy(reader::next).isInstanceOf(BadLine.class).hasMessageContaining(why);
    assertThat(reader.next()).isPresent();
  }

  @Test
  void aTypeMayBeMissing() throws IOException {
    String lines = LINE.replace("\"type\":\"DEPLOY\",", "") + LINE.replace("\"DEPLOY\"", "null");
    var reader = new StarknetReader(new ByteArrayInputStream(lines.getBytes(UTF_8)));

    assertThat(reader.next().orElseThrow().type()).isEqualTo("UNKNOWN");
    assertThat(reader.next().orElseThrow().type()).isEqualTo("UNKNOWN");
  }

  @Test
  void theLargestNonceIsTheOneBeforeTheLargestNumber() throws IOException {
    String lines = LINE.replace("\"0x1f\"", "\"0x7ffffffffffffffe\"");
    var reader = new StarknetReader(new ByteArrayInputStream(lines.getBytes(UTF_8)));

    assertThat(reader.next().orElseThrow().nonce()).isEqualTo(Long.MAX_VALUE - 1);
  }

  @Test
  void aNonceMayBeANumberOrNone() throws IOException {
    String lines = LINE.replace("\"0x1f\"", "7") + LINE.replace("\"0x1f\"", "null");
    var reader = new StarknetReader(new ByteArrayInputStream(lines.getBytes(UTF_8)));

    assertThat(reader.next().orElseThrow().nonce()).isEqualTo(7);
    assertThat(reader.next().orElseThrow().nonce()).isNull();
  }

  @Test
  void aNameThatNoPoolTakesIsNotSentAtAll() throws IOException {
    for (String field : new String[] {"hash", "contract"}) {
      String value = field.equals("hash") ? "\"0x4b\"" : "\"0x43\"";
      String lines =
          LINE.replace(value, "\"" + "x".repeat(513) + "\"") + LINE.replace(value, "\"a\\u0007\"");
      var reader = new StarknetReader(new ByteArrayInputStream(lines.getBytes(UTF_8)));

      assertThatThrownBy(reader::next)
          .isInstanceOf(BadLine.class)
          .hasMessage(field + " has 513 characters: 512 are the most");
      assertThatThrownBy(reader::next)
          .isInstanceOf(BadLine.class)
          .hasMessageStartingWith(field + " has a control character");
    }
  }
}
