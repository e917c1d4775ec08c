package dev.rota.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrintableTextTest {
  @ParameterizedTest
  @CsvSource({
    "200B, zero width space",
    "200C, non-joiner",
    "200D, joiner",
    "2060, word joiner",
    "FEFF, byte order mark",
    "AD, soft hyphen",
    "202E, right to left",
    "2066, isolate",
    "61C, arabic mark",
    "A0, space that does not break",
    "3000, wide space",
    "FE0F, variation selector",
    "180E, mongolian separator",
    "3164, hangul filler",
    "2800, braille blank",
    "E0041, tag",
    "E0100, variation selector",
    "1D173, beam",
    "7F, delete",
    "9B, control sequence",
    "2028, line separator",
    "D800, half a pair",
  })
  void whatIsNotSeenIsEscaped(String hex, String what) {
    String hidden = Character.toString(Integer.parseInt(hex, 16));
    String twin = PrintableText.line("job" + hidden + "1");

    assertThat(twin).as(what).matches("job(\\\\u[0-9A-F]{4}){1,2}1");
    assertThat(PrintableText.text("job" + hidden + "1")).isEqualTo(twin);
  }

  @Test
  void whatIsSeenStays() {
    String seen = "a z ~ \u00e4 \u0416 \u4e2d \u05d0 \uD83D\uDE00 \u00bd \uFFFD";

    assertThat(PrintableText.line(seen)).isEqualTo(seen);
    assertThat(PrintableText.line("a\tb\nc")).isEqualTo("a\tb\\u000Ac");
    assertThat(PrintableText.text("a\tb\nc")).isEqualTo("a\tb\nc");
  }

  @Test
  void eachFormatControlAndSeparatorIsEscaped() {
    assertThat(
            IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(point -> !PrintableText.isHidden(point) && isFormat(point))
                .mapToObj(Integer::toHexString))
        .containsExactly("20", "110bd", "110cd"); // the space, and two signs that are seen
  }

  private static boolean isFormat(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** A program that reads the line gets the same text. */
  @Test
  void aLineOfJsonIsEscapedAlikeAndKeepsItsMeaning() throws IOException {
    ObjectMapper json = new ObjectMapper();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (Character.getType(point) == Character.SURROGATE) {
        continue;
      }
      String text = "a" + Character.toString(point) + "b";
      String written = written(text);
      assertThat(json.readTree(written).asText()).isEqualTo(text);
      if (point >= ' ') {
        assertThat(written).isEqualTo(PrintableText.line(TextNode.valueOf(text).toString()));
      }
    }
  }

  private static String written(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    JsonFactory factory =
        JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build()
            .setCharacterEscapes(new PrintableText.InJson());
    try (JsonGenerator generator = factory.createGenerator(bytes)) {
      generator.writeString(text);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
