package dev.rota.base.lines;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.testing.Repeated;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonLinesTest {
  @Test
  void aLineWithoutAnEndIsRefusedByItsNumberAndTheNextOneRead() throws IOException {
    var rest = new ByteArrayInputStream("\n{\"a\":1}".getBytes(UTF_8));
    var lines = new JsonLines(new SequenceInputStream(new Repeated((byte) ' ', 256 << 20), rest));

    assertThatThrownBy(lines::next)
        .isInstanceOf(BadLine.class)
        .hasMessage("longer than 1048576 bytes; each line must be one JSON object");
    assertThat(lines.number()).isEqualTo(1);
    assertThat(lines.next().orElseThrow().number("a")).isEqualTo(1);
    assertThat(lines.number()).isEqualTo(2);
    assertThat(lines.next()).isEmpty();
  }

  /** Written as bytes, each half would be a question mark. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"x\\ud800\"}",
        "{\"a\":[\"\\ude00\\ud83d\"]}",
        "{\"\\ud800\":1}",
      })
  void halfASurrogatePairIsRefused(String line) throws IOException {
    var lines = new JsonLines(new ByteArrayInputStream((line + "\n{}").getBytes(UTF_8)));

    assertThatThrownBy(lines::next).hasMessageContaining("surrogate pair");
    assertThat(lines.next()).isPresent();
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
    var lines = new JsonLines(new ByteArrayInputStream("\uFEFF{\"a\":1}\n".getBytes(UTF_8)));

    assertThat(lines.next().orElseThrow().number("a")).isEqualTo(1);
  }

  @Test
  void whatIsNotUtf8IsRefusedAndTheNextLineRead() throws IOException {
    var lines =
        new JsonLines(new ByteArrayInputStream("{\"a\":\"\u00e9\"}\r\n{}".getBytes(ISO_8859_1)));

    assertThatThrownBy(lines::next).hasMessage("not UTF-8; convert the input to UTF-8");
    assertThat(lines.next()).isPresent();
  }
}
