package dev.rota.lines;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.testing.Repeated;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import org.junit.jupiter.api.Test;

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

  @Test
  void whatIsNotUtf8IsRefusedAndTheNextLineRead() throws IOException {
    var lines =
        new JsonLines(new ByteArrayInputStream("{\"a\":\"\u00e9\"}\r\n{}".getBytes(ISO_8859_1)));

    assertThatThrownBy(lines::next).hasMessage("not UTF-8; convert the input to UTF-8");
    assertThat(lines.next()).isPresent();
  }
}
