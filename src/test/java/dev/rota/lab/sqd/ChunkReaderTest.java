package dev.rota.lab.sqd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.lines.BadLine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkReaderTest {
  private static final String LINE =
      "{\"dataset\":\"s3://a\",\"chunk\":\"0/1-2-f\",\"bytes\":123}\n";
  private static final ChunkLine CHUNK = new ChunkLine("s3://a", "0/1-2-f", 123);

  @Test
  void linesAreChunksPlainOrGzippedAndBlankOnesAreCountedOnly() throws IOException {
    String text = LINE + "\n" + LINE;
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(text.getBytes(UTF_8));
    }
    for (byte[] bytes : new byte[][] {text.getBytes(UTF_8), zipped.toByteArray()}) {
      var reader = new ChunkReader(new ByteArrayInputStream(bytes));
      assertThat(reader.next()).contains(CHUNK);
      assertThat(reader.next()).contains(CHUNK);
      assertThat(reader.lineNumber()).isEqualTo(3);
      assertThat(reader.next()).isEmpty();
    }
  }

  @Test
  void theNamesOfTheGoldenNetworksAreUnderstoodAndOtherFieldsPassedOver() throws IOException {
    var reader =
        reader(
            "{\"dataset\":\"s3://a\",\"id\":\"0/1-2-f\",\"size\":123,\"weight\":3,\"chunk\":null}");
    assertThat(reader.next()).contains(CHUNK);
  }

  @Test
  void whetherAChunkCanHaveThatSizeIsTheDomainsToSay() throws IOException {
    var reader = reader(LINE.replace("123", "-7") + LINE.replace("123", "4294967296"));
    assertThat(reader.next().orElseThrow().bytes()).isEqualTo(-7);
    assertThat(reader.next().orElseThrow().bytes()).isEqualTo(4294967296L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"s3://a\" | 7 | dataset: is 7; expected a text",
        "dataset | dataste | dataset: is missing; expected a text",
        "0/1-2-f | `` | chunk: is \"\"; expected a text",
        "0/1-2-f | a\\u0007b | chunk has a control character: use letters, digits and signs",
        "123 | 12.5 | bytes: is 12.5; expected a whole number",
        "123 | \"123\" | bytes: is \"123\"; expected a whole number",
        "123 | 99999999999999999999 | expected a whole number",
        "123 | 123,\"size\":123 | bytes: and size say the same: leave one of them out",
        "123 | 123,\"bytes\":124 | bytes: field \"bytes\" is duplicated",
        "123} | 123},{} | not JSON",
        "} | `` | not JSON",
        "{\"dataset\":\"s3://a\",\"chunk\":\"0/1-2-f\",\"bytes\":123} | [1] | is not a JSON object"
      })
  void whatIsWrongIsSaidAndTheNextLineCanBeRead(String part, String wrong, String why)
      throws IOException {
    var reader = reader(LINE.replace(part, wrong) + LINE);

    assertThatThrownBy(reader::next).isInstanceOf(BadLine.class).hasMessageContaining(why);
    assertThat(reader.next()).contains(CHUNK);
    assertThat(reader.lineNumber()).isEqualTo(2);
  }

  @Test
  void aNameThatIsTooLongIsNotSentAtAll() throws IOException {
    var reader = reader(LINE.replace("0/1-2-f", "x".repeat(513)));
    assertThatThrownBy(reader::next)
        .isInstanceOf(BadLine.class)
        .hasMessage("chunk has 513 characters: 512 are the most");
  }

  private static ChunkReader reader(String text) throws IOException {
    return new ChunkReader(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }
}
