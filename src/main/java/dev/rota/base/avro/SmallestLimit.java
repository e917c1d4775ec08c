package dev.rota.base.avro;

import java.util.HashSet;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * The smallest limit that a schema states anywhere. A value that is encoded in no more bytes keeps
 * all limits: its texts have no more bytes, and each item of its lists has at least one.
 */
final class SmallestLimit {
  private SmallestLimit() {}

  /** Returns -1 if the schema has lists whose items have no bytes. */
  static int of(Schema schema) {
    return of(schema, new HashSet<>());
  }

  private static int of(Schema schema, Set<String> seen) {
    return switch (schema.getType()) {
      case ARRAY ->
          hasNoBytes(schema.getElementType(), new HashSet<>())
              ? -1
              : of(schema.getElementType(), seen);
      case MAP -> of(schema.getValueType(), seen);
      case UNION -> schema.getTypes().stream().mapToInt(branch -> of(branch, seen)).min().orElse(0);
      case RECORD -> seen.add(schema.getFullName()) ? ofFields(schema, seen) : Integer.MAX_VALUE;
      default -> Integer.MAX_VALUE;
    };
  }

  private static int ofFields(Schema record, Set<String> seen) {
    int smallest = Integer.MAX_VALUE;
    for (Schema.Field field : record.getFields()) {
      int stated =
          Math.min(
              FieldLimits.limit(field, FieldLimits.BYTES),
              FieldLimits.limit(field, FieldLimits.ITEMS));
      smallest = Math.min(smallest, Math.min(stated, of(field.schema(), seen)));
    }
    return smallest;
  }

  private static boolean hasNoBytes(Schema schema, Set<String> within) {
    return switch (schema.getType()) {
      case NULL -> true;
      case FIXED -> schema.getFixedSize() == 0;
      case RECORD ->
          within.add(schema.getFullName())
              && schema.getFields().stream().allMatch(field -> hasNoBytes(field.schema(), within));
      default -> false;
    };
  }
}
