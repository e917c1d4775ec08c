package dev.rota.base.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LineParserTest {
  private static final String CLAIM =
      """
      {"topic":"claims","key":"polkadot","timestamp":1700000000000,\
      "value":{"chain":"polkadot","para":2000,"collator":"alice"}}""";

  private final LineParser parser = new LineParser();

  @Test
  void aRecordIsAnEnvelope() {
    var envelope = (Envelope) parser.parse(CLAIM);

    assertThat(envelope.metadata())
        .isEqualTo(EnvelopeMetadata.of("claims", "polkadot", 1_700_000_000_000L));
    assertThat(envelope.value().get("para").longValue()).isEqualTo(2000);
  }

  @Test
  void aQueryIsAQuery() {
    var line =
        parser.parse(
            "{\"query\":\"next_up_on_available\",\"key\":\"polkadot\",\"args\":{\"core\":3}}");

    assertThat(line).isInstanceOf(QueryLine.class);
    var query = (QueryLine) line;
    assertThat(query.name()).isEqualTo("next_up_on_available");
    assertThat(query.key()).contains("polkadot");
    assertThat(query.args().get("core").intValue()).isEqualTo(3);
  }

  @Test
  void aQueryNeedsNeitherKeyNorArguments() {
    var query = (QueryLine) parser.parse("{\"query\":\"lanes\"}");

    assertThat(query.key()).isEmpty();
    assertThat(query.args()).isEmpty();
  }

  @Test
  void whatConsumeWritesCanBeReadAgain() {
    var line =
        CLAIM.replaceAll("}$", "")
            + ",\"partition\":3,\"offset\":41,\"headers\":{\"b\":\"1\",\"a\":null}}";
    var envelope = (Envelope) parser.parse(line);

    assertThat(envelope.metadata().partition()).isEqualTo(OptionalInt.of(3));
    assertThat(envelope.metadata().offset()).isEqualTo(OptionalLong.of(41));
    assertThat(envelope.metadata().headers().keySet()).containsExactly("b", "a");
    assertThat(Samples.line(writer -> writer.write(envelope))).isEqualTo(line + "\n");
  }

  @Test
  void aLineMayLeaveOutKeyTimeAndTheTopicThatIsGiven() {
    var parser = new LineParser(Optional.of("claims"));
    var envelope = (Envelope) parser.parse("{\"key\":null,\"timestamp\":null,\"value\":null}");

    assertThat(envelope.topic()).isEqualTo("claims");
    assertThat(envelope.key()).isEmpty();
    assertThat(envelope.timestamp()).isEmpty();
    assertThat(envelope.value().isNull()).isTrue();
  }

  @Test
  void aTimeBeforeTheEpochIsATime() {
    var envelope = (Envelope) parser.parse("{\"topic\":\"t\",\"timestamp\":-1,\"value\":{}}");

    assertThat(envelope.timestamp()).isEqualTo(OptionalLong.of(-1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # line                                           | error
          []                                               | expected one JSON object, got an array
          "x"                                              | expected one JSON object, got the string "x"
          {"value":{}}                                     | field 'topic' is missing; expected the name of a topic
          {"topic":"t"}                                    | field 'value' is missing; expected the record's plain JSON
          {"topic":"","value":{}}                          | topic: expected a name, got an empty string
          {"topic":7,"value":{}}                           | topic: expected a string, got the number 7
          {"topic":null,"value":{}}                        | topic: expected a string, got null
          {"topic":"t","key":7,"value":{}}                 | key: expected a string, got the number 7
          {"topic":"t","timestamp":"now","value":{}}       | timestamp: expected a whole number, got the string "now"
          {"topic":"t","timestamp":1.5,"value":{}}         | timestamp: expected a whole number, got the number 1.5
          {"topic":"t","partition":-1,"value":{}}          | partition: expected a whole number from 0 to 2147483647, got the number -1
          {"topic":"t","headers":[],"value":{}}            | headers: expected an object of strings, got an array
          {"topic":"t","headers":{"a":1},"value":{}}       | headers.a: expected a string, got the number 1
          {"topic":"t","vaule":{}}                         | vaule: field "vaule" is unknown to a record; did you mean 'value'? (it has topic, key, timestamp, value, partition, offset, headers)
          {"query":"q","value":{}}                         | value: field "value" is unknown to a query (it has query, key, args)
          {"query":"q","args":[]}                          | args: expected an object, got an array
          {"query":1}                                      | query: expected a string, got the number 1
          {"topic":"t","topic":"u","value":{}}             | topic: field "topic" is duplicated; keep one
          {"topic":"t","value":{"a":{"b":1,"b":1}}}        | value.a.b: field "b" is duplicated; keep one
          {"topic":"t","value":{"a":["\\ud800"]}}          | value.a[0]: half a surrogate pair in a string; expected whole characters
          {"topic":"t","value":{"a":1e999}}                | value.a: the number is out of a double's range; expected at most ±1.8e308
          {"topic":"t","value":{}} {}                      | more text after the end of the JSON at column 26; expected one object per line
          """)
  void whatIsNoLineIsRefusedWithPlaceCauseAndExpectation(String line, String error) {
    assertThatThrownBy(() -> parser.parse(line)).isInstanceOf(BadLine.class).hasMessage(error);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"topic":"t","value":NaN}
          {"topic":"t","value":
          {"topic":"t" "value":{}}
          {'topic':'t'}
          {"topic":"t","value":01}
          {"topic":"t","value":[1,]}
          hello
          """)
  void whatIsNotJsonIsSaidToBeSoWithTheColumn(String line) {
    assertThatThrownBy(() -> parser.parse(line))
        .isInstanceOf(BadLine.class)
        .hasMessageMatching("not JSON: .* at column \\d+")
        .hasMessageNotContainingAny("Source", "Feature", "jackson");
  }

  @Test
  void aNumberOfAThousandDigitsIsRefused() {
    var line = "{\"topic\":\"t\",\"value\":" + "9".repeat(1000) + "}";

    assertThatThrownBy(() -> parser.parse(line))
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("a number of more than 400 characters");
  }

  @Test
  void nestingHasALimit() {
    var deepest = "[".repeat(63) + "]".repeat(63);
    var deeper = "[".repeat(64) + "]".repeat(64);
    var far = "[".repeat(100_000);

    assertThat(parser.parse("{\"topic\":\"t\",\"value\":" + deepest + "}")).isNotNull();
    for (var value : new String[] {deeper, far}) {
      assertThatThrownBy(() -> parser.parse("{\"topic\":\"t\",\"value\":" + value + "}"))
          .isInstanceOf(BadLine.class)
          .hasMessageContaining("nested deeper than 64 levels");
    }
  }
}
