package dev.rota.base.lines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.text.SpellingSuggestion;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/**
 * Converts JSON to generic Avro data, strictly: fields that the schema does not have are refused.
 */
final class JsonToAvro {
  private JsonToAvro() {}

  static Object read(Schema schema, JsonNode json, JsonPath at) {
    return switch (schema.getType()) {
      case RECORD -> record(schema, json, at);
      case UNION -> union(schema, json, at);
      case ARRAY -> array(schema, json, at);
      case MAP -> map(schema, json, at);
      case ENUM -> symbol(schema, json, at);
      case STRING -> JsonScalars.string(schema, json, at);
      case BYTES -> ByteBuffer.wrap(JsonScalars.bytes(schema, json, at));
      case FIXED -> new GenericData.Fixed(schema, JsonScalars.hex(schema, json, at));
      case INT -> JsonScalars.toInt(schema, json, at);
      case LONG -> JsonScalars.toLong(schema, json, at);
      case FLOAT -> JsonScalars.toFloat(schema, json, at);
      case DOUBLE -> JsonScalars.toDouble(schema, json, at);
      case BOOLEAN -> require(json.isBoolean(), schema, json, at).booleanValue();
      case NULL -> {
        require(json.isNull(), schema, json, at);
        yield null;
      }
    };
  }

  /** Returns the JSON, or fails if it has the wrong type. */
  static JsonNode require(boolean fits, Schema schema, JsonNode json, JsonPath at) {
    if (!fits) {
      throw new BadLine(
          at, "expected %s, got %s".formatted(ErrorText.expected(schema), ErrorText.found(json)));
    }
    return json;
  }

  private static GenericData.Record record(Schema schema, JsonNode json, JsonPath at) {
    require(json.isObject(), schema, json, at);
    // First, because a misspelt name is also a missing one, and its message helps more.
    json.properties().forEach(field -> refuseUnknown(schema, field.getKey(), at));
    var record = new GenericData.Record(schema);
    for (var field : schema.getFields()) {
      record.put(field.pos(), field(schema, field, json, at));
    }
    return record;
  }

  private static Object field(Schema schema, Schema.Field field, JsonNode json, JsonPath at) {
    var name = nameIn(json, field, at);
    var value = json.get(name);
    if (value != null) {
      return read(field.schema(), value, at.field(name));
    }
    if (field.hasDefaultValue()) {
      return GenericData.get().getDefaultValue(field);
    }
    throw new BadLine(
        at,
        "field '%s' is missing; %s needs it and has no default for it; expected %s"
            .formatted(field.name(), schema.getName(), ErrorText.expected(field.schema())));
  }

  /** The field's name, or the alias in use, so that lines from before a renaming stay readable. */
  private static String nameIn(JsonNode json, Schema.Field field, JsonPath at) {
    var name = field.name();
    for (var alias : field.aliases()) {
      if (json.has(alias)) {
        if (json.has(name)) {
          throw new BadLine(
              at, "'%s' is the old name of '%s'; keep only one".formatted(alias, field.name()));
        }
        name = alias;
      }
    }
    return name;
  }

  private static void refuseUnknown(Schema schema, String name, JsonPath at) {
    if (schema.getField(name) != null) {
      return;
    }
    if (schema.getFields().stream().anyMatch(field -> field.aliases().contains(name))) {
      return;
    }
    var known = schema.getFields().stream().map(Schema.Field::name).toList();
    throw new BadLine(
        at.field(name),
        "field %s is unknown to %s%s (%s)"
            .formatted(
                ErrorText.quoted(name),
                schema.getName(),
                SpellingSuggestion.after(name, known),
                known.isEmpty() ? "it has no fields" : "it has " + ErrorText.names(known)));
  }

  private static List<Object> array(Schema schema, JsonNode json, JsonPath at) {
    require(json.isArray(), schema, json, at);
    var array = new GenericData.Array<Object>(json.size(), schema);
    for (int i = 0; i < json.size(); i++) {
      array.add(read(schema.getElementType(), json.get(i), at.item(i)));
    }
    return array;
  }

  private static Map<String, Object> map(Schema schema, JsonNode json, JsonPath at) {
    require(json.isObject(), schema, json, at);
    var map = new LinkedHashMap<String, Object>();
    for (var entry : json.properties()) {
      var name = entry.getKey();
      map.put(name, read(schema.getValueType(), entry.getValue(), at.field(name)));
    }
    return map;
  }

  private static GenericData.EnumSymbol symbol(Schema schema, JsonNode json, JsonPath at) {
    var symbol = require(json.isTextual(), schema, json, at).textValue();
    if (!schema.hasEnumSymbol(symbol)) {
      throw new BadLine(
          at,
          "%s is not a symbol of %s; expected one of %s%s"
              .formatted(
                  ErrorText.quoted(symbol),
                  schema.getName(),
                  ErrorText.names(schema.getEnumSymbols()),
                  SpellingSuggestion.after(symbol, schema.getEnumSymbols())));
    }
    return new GenericData.EnumSymbol(schema, symbol);
  }

  private static Object union(Schema union, JsonNode json, JsonPath at) {
    if (json.isObject() && !UnionSelector.records(union).isEmpty()) {
      return recordOf(union, json, at);
    }
    var candidates = candidates(union, json);
    require(!candidates.isEmpty(), union, json, at);
    return firstThatTakes(candidates, json, at);
  }

  /** Only unions that the schema check reports as ambiguous have several candidates. */
  private static Object firstThatTakes(List<Schema> candidates, JsonNode json, JsonPath at) {
    var first = candidates.get(0);
    if (candidates.size() == 1) {
      return read(first, json, at);
    }
    try {
      // If other branches are text in JSON, bytes must be hex.
      return first.getType() == Schema.Type.BYTES
          ? ByteBuffer.wrap(JsonScalars.hex(first, json, at))
          : read(first, json, at);
    } catch (BadLine refused) {
      return firstThatTakes(candidates.subList(1, candidates.size()), json, at);
    }
  }

  private static Object recordOf(Schema union, JsonNode json, JsonPath at) {
    var records = UnionSelector.records(union);
    if (json.size() == 1) {
      var name = json.fieldNames().next();
      var told = UnionSelector.named(union, name);
      // If there is only one record, a field of that name takes precedence.
      if (told.isPresent() && (records.size() > 1 || told.get().getField(name) == null)) {
        return record(told.get(), json.get(name), at.field(name));
      }
    }
    if (records.size() == 1) {
      return record(records.get(0), json, at);
    }
    var map = UnionSelector.ofType(union, Schema.Type.MAP);
    if (map.isPresent()) {
      return map(map.get(), json, at);
    }
    throw untold(records, json, at);
  }

  private static BadLine untold(List<Schema> records, JsonNode json, JsonPath at) {
    var names = records.stream().map(Schema::getName).toList();
    var hint = json.size() == 1 ? SpellingSuggestion.after(json.fieldNames().next(), names) : "";
    return new BadLine(
        at,
        "the record type is missing; expected {\"%s\":{…}}, an object with one key out of %s%s"
            .formatted(names.get(0), ErrorText.names(names), hint));
  }

  /** The branches of the value's JSON type, in the union's order but whole numbers first. */
  private static List<Schema> candidates(Schema union, JsonNode json) {
    var fits = new ArrayList<Schema>();
    for (var branch : union.getTypes()) {
      switch (branch.getType()) {
        case NULL -> addIf(json.isNull(), branch, fits);
        case BOOLEAN -> addIf(json.isBoolean(), branch, fits);
        case STRING, BYTES, FIXED, ENUM -> addIf(json.isTextual(), branch, fits);
        case INT, LONG -> {
          if (json.isIntegralNumber()) {
            fits.add(0, branch);
          } else {
            addIf(json.isNumber() && !takesFractions(union), branch, fits);
          }
        }
        case FLOAT, DOUBLE -> addIf(json.isNumber(), branch, fits);
        case ARRAY -> addIf(json.isArray(), branch, fits);
        case MAP -> addIf(json.isObject(), branch, fits);
        case RECORD, UNION -> {} // records are handled above; a union has no union
      }
    }
    return fits;
  }

  /** Otherwise the branch of the whole number refuses 1.5 with its own message. */
  private static boolean takesFractions(Schema union) {
    return UnionSelector.ofType(union, Schema.Type.DOUBLE).isPresent()
        || UnionSelector.ofType(union, Schema.Type.FLOAT).isPresent();
  }

  private static void addIf(boolean fits, Schema branch, List<Schema> to) {
    if (fits) {
      to.add(branch);
    }
  }
}
