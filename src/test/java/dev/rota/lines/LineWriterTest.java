package dev.rota.lines;

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
    var head = Head.of("claims", "polkadot", 1_700_000_000_000L);

    assertThat(Samples.line(writer -> writer.write(head, CLAIM)))
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
    var head =
        new Head(
            "claims",
            Optional.empty(),
            OptionalLong.of(5),
            OptionalInt.of(2),
            OptionalLong.of(7),
            headers);

    assertThat(Samples.line(writer -> writer.write(head, CLAIM)))
        .isEqualTo(
            """
            {"topic":"claims","key":null,"timestamp":5,\
            "value":{"chain":"polkadot","para":2000,"collator":"alice"},\
            "partition":2,"offset":7,\
            "headers":{"rota.turn":"polkadot/1/0","rota.rule":"claim"}}
            """);
  }

  @Test
  void everyRecordIsALineOfItsOwn() {
    var head = Head.of("claims", "a\nb", 1);
    var query = (Query) new LineParser().parse("{\"query\":\"is_parathread\"}");

    var lines =
        Samples.line(
            writer -> {
              writer.write(head.withHeaders(Map.of("h", "\n")), CLAIM);
              writer.write(new Envelope(head, JsonNodeFactory.instance.nullNode()));
              writer.answer(query, JsonNodeFactory.instance.booleanNode(true));
            });

    assertThat(lines.lines())
        .hasSize(3)
        .last()
        .isEqualTo("{\"query\":\"is_parathread\",\"answer\":true}");
    assertThat(lines).endsWith("\n");
  }
}
