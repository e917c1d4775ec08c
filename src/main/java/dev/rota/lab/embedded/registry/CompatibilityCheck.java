package dev.rota.lab.embedded.registry;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/** Checks whether a schema may follow earlier ones. */
final class CompatibilityCheck {
  private CompatibilityCheck() {}

  /**
   * Returns the incompatibilities. Empty if the schema is compatible.
   *
   * @param level a value of {@link SubjectSetting#CONFIG}
   * @param earlier oldest first; only the newest counts unless the level is transitive
   */
  static List<String> problems(String level, Schema next, List<Schema> earlier) {
    var problems = new ArrayList<String>();
    var oldest = level.endsWith("_TRANSITIVE") ? 0 : Math.max(0, earlier.size() - 1);
    for (var i = earlier.size() - 1; i >= oldest && problems.isEmpty(); i--) {
      if (level.startsWith("BACKWARD") || level.startsWith("FULL")) {
        problems.addAll(between(next, earlier.get(i)));
      }
      if (level.startsWith("FORWARD") || level.startsWith("FULL")) {
        problems.addAll(between(earlier.get(i), next));
      }
    }
    return problems;
  }

  private static List<String> between(Schema reader, Schema writer) {
    var verdict = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    if (verdict.getType() == SchemaCompatibilityType.COMPATIBLE) {
      return List.of();
    }
    return verdict.getResult().getIncompatibilities().stream()
        .map(it -> it.getType() + " at " + it.getLocation() + ": " + it.getMessage())
        .toList();
  }
}
