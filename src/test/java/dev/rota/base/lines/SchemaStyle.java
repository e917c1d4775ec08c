package dev.rota.base.lines;

import dev.rota.base.lines.SchemaFinding.Rule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;

/** What is asked of a schema by itself, so that it can evolve and be written as plain JSON. */
final class SchemaStyle {
  private final String file;
  private final String namespace;
  private final List<SchemaFinding> findings;
  private final Set<String> seen = new HashSet<>();

  private SchemaStyle(String file, List<SchemaFinding> findings) {
    this.file = file;
    this.namespace = "dev.rota." + file.substring(0, file.indexOf('/'));
    this.findings = findings;
  }

  static void check(String file, Schema schema, List<SchemaFinding> findings) {
    new SchemaStyle(file, findings).visit(schema, "");
  }

  private void visit(Schema schema, String path) {
    switch (schema.getType()) {
      case RECORD, ENUM, FIXED -> visitNamed(schema, path);
      case ARRAY -> visit(schema.getElementType(), path + "[]");
      case MAP -> visit(schema.getValueType(), path + "{}");
      case UNION -> visitUnion(schema, path);
      case STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL -> {} // nothing to get wrong
    }
  }

  private void visitNamed(Schema schema, String path) {
    if (!seen.add(schema.getFullName())) {
      return;
    }
    if (!namespace.equals(schema.getNamespace())) {
      add(
          Rule.NAMESPACE,
          path,
          "%s is in %s; put it in %s"
              .formatted(
                  schema.getName(),
                  schema.getNamespace() == null ? "no namespace" : schema.getNamespace(),
                  namespace));
    }
    if (schema.getType() == Schema.Type.ENUM && schema.getEnumDefault() == null) {
      add(
          Rule.ENUM_DEFAULT,
          path,
          "%s has no default symbol; add one, or nobody can read a symbol that is added later"
              .formatted(schema.getName()));
    }
    if (schema.getType() == Schema.Type.RECORD) {
      for (var field : schema.getFields()) {
        visit(field.schema(), SchemaPath.child(path, field.name()));
      }
    }
  }

  private void visitUnion(Schema union, String path) {
    var kinds = new HashSet<String>();
    for (var branch : union.getTypes()) {
      var kind = kind(branch);
      if (!kinds.add(kind)) {
        add(
            Rule.TOLD_APART,
            path,
            "two branches of the union are %s in JSON; wrap one in a record".formatted(kind));
      }
      visit(branch, SchemaPath.branch(path, union, branch));
    }
  }

  private static String kind(Schema branch) {
    return switch (branch.getType()) {
      case STRING, BYTES, FIXED, ENUM -> "strings";
      case INT, LONG -> "whole numbers";
      case FLOAT, DOUBLE -> "numbers";
      case RECORD -> "records named " + branch.getName();
      case ARRAY, MAP, UNION, BOOLEAN, NULL -> "of type " + branch.getType().getName();
    };
  }

  private void add(Rule rule, String path, String why) {
    findings.add(new SchemaFinding(file, rule, path, "", why));
  }
}
