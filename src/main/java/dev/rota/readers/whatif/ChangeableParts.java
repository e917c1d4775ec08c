package dev.rota.readers.whatif;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.AnswerJson;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.FieldRange;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.WhatIf;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;

/** What of a lane can be otherwise. */
public final class ChangeableParts {
  private static final Map<String, String> UNITS =
      Map.of("Ms", "ms", "Bytes", "bytes", "BytesMax", "bytes", "Percentage", "%");

  private ChangeableParts() {}

  /**
   * Adds the fields of the policy with their types, meanings, units, ranges and present values, and
   * the forms of the fleet.
   *
   * @param state null: the lane is set aside, and no value is known
   */
  public static ObjectNode fill(
      ObjectNode fields, Domain domain, WhatIf<State, ?> whatIf, State state) {
    ArrayNode policy = fields.putArray("policy");
    Map<String, Object> present = state == null ? Map.of() : whatIf.present(state);
    for (Field field : whatIf.policy().schema().getFields()) {
      String name = field.name();
      if (!name.equals(domain.wire().laneField())) {
        ObjectNode one = fill(policy.addObject(), field);
        one.put("unit", whatIf.units().getOrDefault(name, unit(name)));
        FieldRange range = whatIf.ranges().get(name);
        one.put("least", range == null ? null : (Long) range.least());
        one.put("most", range == null ? null : (Long) range.most());
        one.put("known", present.containsKey(name));
        one.set("present", AnswerJson.tree(present.get(name)));
      }
    }
    return fields.set("fleet", AnswerJson.tree(whatIf.fleet()));
  }

  /** The unit with which a name ends; null: it has none. */
  static String unit(String name) {
    return UNITS.entrySet().stream()
        .filter(one -> name.endsWith(one.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private static ObjectNode fill(ObjectNode fields, Field field) {
    Schema schema = given(field.schema());
    fields
        .put("name", field.name())
        .put("type", schema.getType().getName())
        .put("about", field.doc() == null ? "" : field.doc());
    if (schema.getType() == Schema.Type.ENUM) {
      schema.getEnumSymbols().stream()
          .filter(symbol -> !symbol.equals(schema.getEnumDefault()))
          .forEach(fields.putArray("symbols")::add);
    }
    return fields.put("optional", field.schema().isUnion());
  }

  /** Of what may be left out, that which may be given. */
  private static Schema given(Schema schema) {
    return schema.isUnion()
        ? schema.getTypes().stream()
            .filter(one -> one.getType() != Schema.Type.NULL)
            .findFirst()
            .orElse(schema)
        : schema;
  }
}
