package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.FieldLimits;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.InputTopic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every text, byte string, list and map of every input states how large it may be. */
final class InputLimitsTest {
  static Stream<Schema> inputs() {
    return Domains.ALL.stream()
        .flatMap(domain -> domain.wire().inputs().stream())
        .map(InputTopic::schema);
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void everyFieldThatCanGrowHasALimit(Schema schema) {
    List<String> missing = new ArrayList<>();
    look(schema, missing, new HashSet<>());

    assertThat(missing).isEmpty();
  }

  @Test
  void aFieldWithoutALimitIsFound() {
    Schema schema =
        new org.apache.avro.SchemaParser()
            .parse(
                """
                {"type": "record", "name": "Thing", "fields": [
                  {"name": "name", "type": "string"},
                  {"name": "parts", "maxBytes": 3, "type":
                    ["null", {"type": "array", "items": "string"}]}]}
                """)
            .mainSchema();
    List<String> missing = new ArrayList<>();
    look(schema, missing, new HashSet<>());

    assertThat(missing).containsExactly("Thing.name: maxBytes", "Thing.parts: maxItems");
  }

  private static void look(Schema record, List<String> missing, Set<String> seen) {
    if (!seen.add(record.getFullName())) {
      return;
    }
    for (Schema.Field field : record.getFields()) {
      look(record, field, field.schema(), missing, seen);
    }
  }

  private static void look(
      Schema record, Schema.Field field, Schema type, List<String> missing, Set<String> seen) {
    switch (type.getType()) {
      case STRING, BYTES -> require(record, field, FieldLimits.BYTES, missing);
      case ARRAY -> {
        require(record, field, FieldLimits.ITEMS, missing);
        look(record, field, type.getElementType(), missing, seen);
      }
      case MAP -> {
        require(record, field, FieldLimits.ITEMS, missing);
        require(record, field, FieldLimits.BYTES, missing);
        look(record, field, type.getValueType(), missing, seen);
      }
      case UNION -> type.getTypes().forEach(one -> look(record, field, one, missing, seen));
      case RECORD -> look(type, missing, seen);
      case FIXED, ENUM, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL -> {} // cannot grow
    }
  }

  private static void require(
      Schema record, Schema.Field field, String property, List<String> missing) {
    if (!(field.getObjectProp(property) instanceof Number limit && limit.longValue() > 0)) {
      missing.add(record.getName() + "." + field.name() + ": " + property);
    }
  }
}
