package dev.rota.base.avro;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * The limits that a schema states beside its fields. {@code maxBytes} is for each text, in UTF-8,
 * and each byte string of a field; {@code maxItems} is for each list and map of it. A field's
 * limits hold at all depths of its type, but not in the records within it, which state their own. A
 * field without a property has no limit.
 *
 * <p>A schema is compiled once. Records may be generated or generic. Thread-safe.
 */
public final class FieldLimits {
  public static final String BYTES = "maxBytes";
  public static final String ITEMS = "maxItems";

  private static final int UTF8_BYTES_MAX = 3;

  private final String record;
  private final Rule rule;
  private final int smallest;

  private FieldLimits(String record, Rule rule, int smallest) {
    this.record = record;
    this.rule = rule;
    this.smallest = smallest;
  }

  /** Compiles the limits of a record and of all records in it. */
  public static FieldLimits of(Schema schema) {
    Rule rule = rule(schema, Integer.MAX_VALUE, Integer.MAX_VALUE);
    return new FieldLimits(schema.getName(), rule, SmallestLimit.of(schema));
  }

  /** True if no value that is encoded in so many bytes can exceed a limit. */
  public boolean admits(int encodedBytes) {
    return encodedBytes <= smallest;
  }

  /** Returns the first field beyond its limit, or null. */
  public FieldExcess check(IndexedRecord value) {
    FieldExcess excess = rule == null ? null : rule.check(value);
    return excess == null
        ? null
        : new FieldExcess(record, excess.path(), excess.unit(), excess.found(), excess.allowed());
  }

  /** Checks a value. A schema that has nothing to check has no rule. */
  private interface Rule {
    FieldExcess check(Object value);
  }

  private static Rule rule(Schema schema, int bytesMax, int itemsMax) {
    return switch (schema.getType()) {
      case STRING -> value -> text(value, bytesMax);
      case BYTES -> value -> bytes(value, bytesMax);
      case ARRAY -> list(rule(schema.getElementType(), bytesMax, itemsMax), itemsMax);
      case MAP -> map(rule(schema.getValueType(), bytesMax, itemsMax), bytesMax, itemsMax);
      case UNION -> union(schema, bytesMax, itemsMax);
      case RECORD -> fields(schema);
      case FIXED, ENUM, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL -> null;
    };
  }

  private static FieldExcess within(String unit, long found, int allowed) {
    return found <= allowed ? null : new FieldExcess("", "", unit, found, allowed);
  }

  private static FieldExcess text(Object value, int bytesMax) {
    return value instanceof CharSequence text && (long) text.length() * UTF8_BYTES_MAX > bytesMax
        ? within("bytes", utf8(text), bytesMax)
        : null;
  }

  private static FieldExcess bytes(Object value, int bytesMax) {
    return value instanceof ByteBuffer bytes ? within("bytes", bytes.remaining(), bytesMax) : null;
  }

  private static long utf8(CharSequence text) {
    long bytes = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c < 0x80) {
        bytes++;
      } else if (c < 0x800 || Character.isSurrogate(c)) {
        bytes += 2; // a pair has four
      } else {
        bytes += UTF8_BYTES_MAX;
      }
    }
    return bytes;
  }

  private static Rule list(Rule item, int itemsMax) {
    return value -> value instanceof Collection<?> list ? items(list, item, itemsMax) : null;
  }

  private static FieldExcess items(Collection<?> list, Rule item, int itemsMax) {
    FieldExcess excess = within("items", list.size(), itemsMax);
    if (excess != null || item == null) {
      return excess;
    }
    int at = 0;
    for (Object one : list) {
      excess = item.check(one);
      if (excess != null) {
        return excess.in("[" + at + "]");
      }
      at++;
    }
    return null;
  }

  private static Rule map(Rule item, int bytesMax, int itemsMax) {
    return value -> value instanceof Map<?, ?> map ? entries(map, item, bytesMax, itemsMax) : null;
  }

  private static FieldExcess entries(Map<?, ?> map, Rule item, int bytesMax, int itemsMax) {
    FieldExcess excess = within("items", map.size(), itemsMax);
    if (excess != null) {
      return excess;
    }
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      excess = text(entry.getKey(), bytesMax);
      if (excess != null) {
        return excess.in("[a key]");
      }
      excess = item == null ? null : item.check(entry.getValue());
      if (excess != null) {
        return excess.in("['" + entry.getKey() + "']");
      }
    }
    return null;
  }

  /** Each rule but a record's passes over values of other types. */
  private static Rule union(Schema union, int bytesMax, int itemsMax) {
    Map<String, Rule> records = new HashMap<>();
    List<Rule> others = new ArrayList<>();
    for (Schema branch : union.getTypes()) {
      Rule rule = rule(branch, bytesMax, itemsMax);
      if (rule != null && branch.getType() == Schema.Type.RECORD) {
        records.put(branch.getFullName(), rule);
      } else if (rule != null) {
        others.add(rule);
      }
    }
    return records.isEmpty() && others.isEmpty() ? null : value -> chosen(records, others, value);
  }

  private static FieldExcess chosen(Map<String, Rule> records, List<Rule> others, Object value) {
    if (value instanceof IndexedRecord record) {
      Rule rule = records.get(record.getSchema().getFullName());
      return rule == null ? null : rule.check(value);
    }
    FieldExcess excess = null;
    for (int i = 0; i < others.size() && excess == null; i++) {
      excess = others.get(i).check(value);
    }
    return excess;
  }

  /** Only the fields that have something to check. */
  private static Rule fields(Schema schema) {
    List<Schema.Field> checked = new ArrayList<>();
    List<Rule> rules = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      Rule rule = rule(field.schema(), limit(field, BYTES), limit(field, ITEMS));
      if (rule != null) {
        checked.add(field);
        rules.add(rule);
      }
    }
    return rules.isEmpty() ? null : value -> firstOf(checked, rules, (IndexedRecord) value);
  }

  private static FieldExcess firstOf(
      List<Schema.Field> fields, List<Rule> rules, IndexedRecord record) {
    for (int i = 0; i < rules.size(); i++) {
      FieldExcess excess = rules.get(i).check(record.get(fields.get(i).pos()));
      if (excess != null) {
        return excess.in(fields.get(i).name());
      }
    }
    return null;
  }

  static int limit(Schema.Field field, String property) {
    return field.getObjectProp(property) instanceof Number limit
        ? limit.intValue()
        : Integer.MAX_VALUE;
  }
}
