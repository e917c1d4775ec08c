package dev.rota.readers.whatif;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.WhatIf;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;

/** What of a lane can be otherwise. */
public final class ChangeableParts {
  private ChangeableParts() {}

  /** Adds the fields of the policy with their types and meanings, and the forms of the fleet. */
  public static ObjectNode fill(ObjectNode fields, Domain<?, ?, ?> domain, WhatIf<?, ?> whatIf) {
    ArrayNode policy = fields.putArray("policy");
    for (Field field : whatIf.policy().schema().getFields()) {
      if (!field.name().equals(domain.wire().laneField())) {
        fill(policy.addObject(), field);
      }
    }
    whatIf.fleet().forEach(fields.putArray("fleet")::add);
    return fields;
  }

  private static void fill(ObjectNode fields, Field field) {
    Schema schema = given(field.schema());
    fields
        .put("name", field.name())
        .put("type", schema.getType().getName())
        .put("about", field.doc() == null ? "" : field.doc());
    if (schema.getType() == Schema.Type.ENUM) {
      schema.getEnumSymbols().forEach(fields.putArray("symbols")::add);
    }
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
