package dev.rota.base.lines;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.avro.Schema;

/**
 * JSON Schemas of records as lines have them: what {@link JsonAvro} writes of a record follows its
 * schema here. Earlier writers leave out later fields, so no field is required.
 */
public final class RecordJsonSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final ObjectNode definitions;

  /** Defines records among these {@code $defs}, by their full names. */
  public RecordJsonSchema(ObjectNode definitions) {
    this.definitions = definitions;
  }

  /** Defines a record or enum with all that it names. Returns a reference to it. */
  public ObjectNode define(Schema schema) {
    String name = schema.getFullName();
    if (!definitions.has(name)) {
      ObjectNode made = definitions.putObject(name); // first: a record may name itself
      if (schema.getDoc() != null) {
        made.put("description", schema.getDoc());
      }
      if (schema.getType() == Schema.Type.ENUM) {
        schema.getEnumSymbols().forEach(made.putArray("enum")::add);
      } else {
        fill(made, schema);
      }
    }
    return JSON.objectNode().put("$ref", "#/$defs/" + name);
  }

  private void fill(ObjectNode made, Schema record) {
    made.put("type", "object").put("additionalProperties", false);
    ObjectNode fields = made.putObject("properties");
    for (Schema.Field field : record.getFields()) {
      ObjectNode one = of(field.schema());
      if (field.doc() != null) {
        one.put("description", field.doc());
      }
      fields.set(field.name(), one);
    }
  }

  private ObjectNode of(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, ENUM -> define(schema);
      case UNION -> union(schema);
      case ARRAY -> type("array").set("items", of(schema.getElementType()));
      case MAP -> type("object").set("additionalProperties", of(schema.getValueType()));
      case STRING, BYTES, FIXED -> type("string");
      case INT, LONG -> type("integer");
      case BOOLEAN -> type("boolean");
      case NULL -> type("null");
      case FLOAT, DOUBLE -> { // NaN and infinities are texts
        ObjectNode number = JSON.objectNode();
        number.putArray("type").add("number").add("string");
        yield number;
      }
    };
  }

  private ObjectNode union(Schema union) {
    ObjectNode made = JSON.objectNode();
    ArrayNode any = made.putArray("anyOf");
    for (Schema branch : union.getTypes()) {
      if (branch.getType() == Schema.Type.RECORD && UnionSelector.mustTell(union)) {
        ObjectNode told = type("object").put("additionalProperties", false);
        told.putArray("required").add(branch.getName());
        told.putObject("properties").set(branch.getName(), define(branch));
        any.add(told);
      } else {
        any.add(of(branch));
      }
    }
    return made;
  }

  private static ObjectNode type(String name) {
    return JSON.objectNode().put("type", name);
  }
}
