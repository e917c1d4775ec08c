package dev.rota.base.lines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

final class LineWriterTest {
  private static final GenericRecord CLAIM =
      (GenericRecord)
          JsonAvro.toAvro(
              Samples.CLAIM,
              Samples.json("{\"chain\":\"polkadot\",\"para\":2000,\"collator\":\"alice\"}"));

  @Test
  void theContractsExampleIsWrittenToTheLetter() {
    var metadata = EnvelopeMetadata.of("claims", "polkadot", 1_700_000_000_000L);

    assertThat(Samples.line(writer -> writer.write(metadata, CLAIM)))
        .isEqualTo(
            """
            {"topic":"claims","key":"polkadot","timestamp":1700000000000,\
            "value":{"chain":"polkadot","para":2000,"collator":"alice"}}
            """);
  }

  @Test
  void whatKafkaKnowsComesAfterTheValue() {
    var headers = new LinkedHashMap<String, String>();
    headers.put("rota.turn", "polkadot/1/0");
    headers.put("rota.rule", "claim");
    var metadata =
        new EnvelopeMetadata(
            "claims",
            Optional.empty(),
            OptionalLong.of(5),
            OptionalInt.of(2),
            OptionalLong.of(7),
            headers);

    assertThat(Samples.line(writer -> writer.write(metadata, CLAIM)))
        .isEqualTo(
            """
            {"topic":"claims","key":null,"timestamp":5,\
            "value":{"chain":"polkadot","para":2000,"collator":"alice"},\
            "partition":2,"offset":7,\
            "headers":{"rota.turn":"polkadot/1/0","rota.rule":"claim"}}
            """);
  }

  /** C0, C1, DEL, what turns the direction of writing, and line separators; nothing else. */
  @Test
  void whatWouldMoveATerminalsCursorOrTurnItsWordsRoundIsEscapedAndReadBackTheSame() {
    var harmless = "\u00e9\u05d0\u4e16\uD83D\uDE80\uD83D\uDCBB~";
    var text =
        "\u001b[2J\u007f\u0085\u009b31m\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\u200d\u00a0";
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("chain", "polkadot")
            .put("para", 1)
            .put("collator", text + harmless);
    var claim = (GenericRecord) JsonAvro.toAvro(Samples.CLAIM, json);
    var metadata =
        new EnvelopeMetadata(
            "claims",
            Optional.of("k\u009b"),
            OptionalLong.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Map.of("h\u202e", "v\u202e"));

    var line = Samples.line(writer -> writer.write(metadata, claim));

    assertThat(line)
        .isEqualTo(
            "{\"topic\":\"claims\",\"key\":\"k\\u009B\",\"value\":{\"chain\":\"polkadot\",\"para\":1,"
                + "\"collator\":\"\\u001B[2J\\u007F\\u0085\\u009B31m\\u061C\\u200E\\u200F\\u2028"
                + "\\u2029\\u202A\\u202E\\u2066\\u2069\\u200D\\u00A0"
                + harmless
                + "\"},\"headers\":{\"h\\u202E\":\"v\\u202E\"}}\n");
    var back = (Envelope) new LineParser().parse(line);
    assertThat(back.value().get("collator").textValue()).isEqualTo(text + harmless);
    assertThat(back.metadata().headers()).containsEntry("h\u202e", "v\u202e");
  }

  @Test
  void everyRecordIsALineOfItsOwn() {
    var metadata = EnvelopeMetadata.of("claims", "a\nb", 1);
    var query = (QueryLine) new LineParser().parse("{\"query\":\"is_parathread\"}");

    var lines =
        Samples.line(
            writer -> {
              writer.write(metadata.withHeaders(Map.of("h", "\n")), CLAIM);
              writer.write(new Envelope(metadata, JsonNodeFactory.instance.nullNode()));
              writer.answer(query, JsonNodeFactory.instance.booleanNode(true));
            });

    assertThat(lines.lines())
        .hasSize(3)
        .last()
        .isEqualTo("{\"query\":\"is_parathread\",\"answer\":true}");
    assertThat(lines).endsWith("\n");
  }
}
