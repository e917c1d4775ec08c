package dev.rota.base.lines;

import dev.rota.base.lines.SchemaFinding.Rule;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;
import org.apache.avro.SchemaCompatibility.SchemaIncompatibilityType;

/** A schema of now beside a released one: each must read what the other wrote. */
final class SchemaEvolution {
  private final String file;
  private final String version;
  private final Schema now;
  private final Schema released;
  private final List<SchemaFinding> findings;

  SchemaEvolution(
      String file, String version, Schema now, Schema released, List<SchemaFinding> findings) {
    this.file = file;
    this.version = version;
    this.now = now;
    this.released = released;
    this.findings = findings;
  }

  void checkBothWays() {
    compare(Rule.BACKWARD, "now reads " + version, "", now, released, new HashSet<>());
    compare(Rule.FORWARD, version + " reads now", "", released, now, new HashSet<>());
  }

  /** A field that left and one of its type that came to its place are one field with a new name. */
  void checkRenames() {
    var before = records(released);
    records(now)
        .forEach(
            (name, record) -> {
              if (before.containsKey(name)) {
                checkRenames(before.get(name), record);
              }
            });
  }

  private void compare(
      Rule rule, String versions, String at, Schema reader, Schema writer, Set<String> seen) {
    var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getResult();
    for (var found : result.getIncompatibilities()) {
      var path = SchemaPath.join(at, SchemaPath.of(reader, found.getLocation()));
      var writers = recordInUnion(found);
      var readers =
          writers.flatMap(w -> UnionSelector.named(found.getReaderFragment(), w.getFullName()));
      if (readers.isEmpty()) {
        findings.add(new SchemaFinding(file, rule, path, versions, why(found)));
      } else if (seen.add(readers.get().getFullName())) {
        // Avro stops at a union; what is wrong lies in the record that both have there.
        var branch = SchemaPath.branch(path, found.getReaderFragment(), readers.get());
        compare(rule, versions, branch, readers.get(), writers.get(), seen);
      }
    }
  }

  /** The writer's record that no branch of the reader's union takes. */
  private static Optional<Schema> recordInUnion(Incompatibility found) {
    if (found.getType() != SchemaIncompatibilityType.MISSING_UNION_BRANCH) {
      return Optional.empty();
    }
    var writer = found.getWriterFragment();
    if (writer.isUnion()) {
      var location = found.getLocation();
      int branch = Integer.parseInt(location.substring(location.lastIndexOf('/') + 1));
      writer = writer.getTypes().get(branch);
    }
    return Optional.of(writer).filter(w -> w.getType() == Schema.Type.RECORD);
  }

  private static String why(Incompatibility found) {
    return switch (found.getType()) {
      case READER_FIELD_MISSING_DEFAULT_VALUE ->
          "the writer has no such field and the reader no default for it; give it a default, and keep"
              + " what has none";
      case TYPE_MISMATCH -> found.getMessage() + "; keep the type, and add a field for the new one";
      case MISSING_ENUM_SYMBOLS ->
          found.getMessage() + "; keep the symbols, and a default for those to come";
      case MISSING_UNION_BRANCH -> found.getMessage() + "; keep the branches of the union";
      case NAME_MISMATCH -> found.getMessage() + "; keep the name";
      case FIXED_SIZE_MISMATCH -> found.getMessage() + "; keep the size";
    };
  }

  private void checkRenames(Schema before, Schema after) {
    for (var left : before.getFields()) {
      if (has(after, left.name())) {
        continue;
      }
      for (var came : after.getFields()) {
        if (before.getField(came.name()) == null
            && came.schema().equals(left.schema())
            && samePlace(before, left, after, came)) {
          findings.add(
              new SchemaFinding(
                  file,
                  Rule.ALIAS,
                  after.getName() + "." + came.name(),
                  "now and " + version,
                  "was called '%s'; add \"aliases\":[\"%s\"], or put a new field elsewhere"
                      .formatted(left.name(), left.name())));
        }
      }
    }
  }

  private static boolean has(Schema record, String name) {
    return record.getFields().stream()
        .anyMatch(field -> field.name().equals(name) || field.aliases().contains(name));
  }

  private static boolean samePlace(
      Schema before, Schema.Field left, Schema after, Schema.Field came) {
    return left.pos() == came.pos()
        || neighbour(before, left.pos() - 1).equals(neighbour(after, came.pos() - 1))
        || neighbour(before, left.pos() + 1).equals(neighbour(after, came.pos() + 1));
  }

  private static String neighbour(Schema record, int pos) {
    boolean outside = pos < 0 || pos >= record.getFields().size();
    return outside ? "no field, position " + pos : record.getFields().get(pos).name();
  }

  private static Map<String, Schema> records(Schema schema) {
    var records = new TreeMap<String, Schema>();
    collect(schema, records);
    return records;
  }

  private static void collect(Schema schema, Map<String, Schema> records) {
    switch (schema.getType()) {
      case RECORD -> {
        if (records.putIfAbsent(schema.getFullName(), schema) == null) {
          schema.getFields().forEach(field -> collect(field.schema(), records));
        }
      }
      case ARRAY -> collect(schema.getElementType(), records);
      case MAP -> collect(schema.getValueType(), records);
      case UNION -> schema.getTypes().forEach(branch -> collect(branch, records));
      default -> {} // holds no record
    }
  }
}
