package dev.rota.base.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineReaderTest {

  @Test
  void linesAreNumberedAndBlankOnesPassedOver() throws IOException {
    assertThat(read("\n{\"query\":\"a\"}\r\n  \n{\"query\":\"b\"}")).containsExactly("2 a", "4 b");
  }

  @Test
  void anEmptyStreamHasNoLines() throws IOException {
    assertThat(read("")).isEmpty();
    assertThat(read("\n\n")).isEmpty();
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
    assertThat(read("\uFEFF{\"query\":\"a\"}\n")).containsExactly("1 a");
  }

  @Test
  void afterABadLineTheNextOneIsRead() throws IOException {
    assertThat(read("{}\n{\"query\":\"b\"}\n"))
        .containsExactly("1 field 'topic' is missing; expected the name of a topic", "2 b");
  }

  @Test
  void aLineThatIsTooLongIsPassedOver() throws IOException {
    int room = RawLines.BYTES_MAX - "{\"query\":\"\"}".length();
    var fits = "{\"query\":\"" + "x".repeat(room) + "\"}\n";
    var tooLong = "{\"query\":\"" + "x".repeat(room + 1) + "\"}\n";

    assertThat(read(tooLong + fits + tooLong + "{\"query\":\"b\"}"))
        .containsExactly(
            "1 longer than 1048576 bytes; split it into several records",
            "2 " + "x".repeat(room),
            "3 longer than 1048576 bytes; split it into several records",
            "4 b");
  }

  @Test
  void whatIsNotUtf8IsRefused() throws IOException {
    var latin =
        new ByteArrayInputStream("{\"query\":\"é\"}\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(read(latin)).containsExactly("1 not UTF-8; convert the input to UTF-8");
  }

  @Test
  void aStreamThatTricklesIsReadAlike() throws IOException {
    var text = "{\"query\":\"é😀\"}\n\n{\"query\":\"b\"}\n".getBytes(StandardCharsets.UTF_8);
    var trickle =
        new FilterInputStream(new ByteArrayInputStream(text)) {
          @Override
          public int read(byte[] into, int at, int length) throws IOException {
            return super.read(into, at, Math.min(1, length));
          }
        };

    assertThat(read(trickle)).containsExactly("1 é😀", "3 b");
  }

  private static List<String> read(String text) throws IOException {
    return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Every line as its number and the query's name or the error. */
  private static List<String> read(InputStream in) throws IOException {
    var lines = new ArrayList<String>();
    try (var reader = new LineReader(in, new LineParser())) {
      while (true) {
        try {
          var line = reader.next();
          if (line.isEmpty()) {
            return lines;
          }
          lines.add(reader.number() + " " + ((QueryLine) line.get()).name());
        } catch (BadLine e) {
          lines.add(reader.number() + " " + e.getMessage());
        }
      }
    }
  }
}
