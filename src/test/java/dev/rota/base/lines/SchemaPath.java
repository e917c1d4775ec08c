package dev.rota.base.lines;

import java.util.List;
import org.apache.avro.Schema;

/** Names of places in a schema, as in {@code event.Joined.slots} or {@code freed[].core}. */
final class SchemaPath {
  private SchemaPath() {}

  static String child(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  static String join(String path, String below) {
    return below.isEmpty() ? path : child(path, below);
  }

  /** Only where lines tell the record, its name is a step of the path. */
  static String branch(String path, Schema union, Schema branch) {
    boolean told = branch.getType() == Schema.Type.RECORD && UnionSelector.mustTell(union);
    return told ? child(path, branch.getName()) : path;
  }

  /**
   * Of Avro's own pointer into a reader's schema, as in {@code /fields/2/type/items/fields/0}. It
   * ends at the first union: the number behind it is a branch of the writer's.
   */
  static String of(Schema schema, String pointer) {
    var steps = List.of(pointer.split("/", -1));
    return of("", schema, steps.subList(1, steps.size()));
  }

  private static String of(String path, Schema at, List<String> steps) {
    if (steps.isEmpty()) {
      return path;
    }
    var after = steps.subList(1, steps.size());
    return switch (at.getType()) {
      case RECORD -> ofField(path, at, steps);
      case ARRAY -> of(path + "[]", at.getElementType(), after); // the step is "items"
      case MAP -> of(path + "{}", at.getValueType(), after); // the step is "values"
      default -> path;
    };
  }

  private static String ofField(String path, Schema record, List<String> steps) {
    if (steps.size() < 2 || !steps.get(0).equals("fields")) {
      return path;
    }
    var field = record.getFields().get(Integer.parseInt(steps.get(1)));
    // The third step is "type", if there is one.
    var after = steps.subList(Math.min(3, steps.size()), steps.size());
    return of(child(path, field.name()), field.schema(), after);
  }
}
