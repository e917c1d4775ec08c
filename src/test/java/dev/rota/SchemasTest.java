package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.lines.SchemaCheck;
import dev.rota.base.lines.SchemaFinding;
import dev.rota.base.lines.SchemaFinding.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schemas of this repository, against each version of them that was released. */
final class SchemasTest {
  private static final Path SCHEMAS = Path.of("schemas");
  private static final Path RELEASED = SCHEMAS.resolve("released");

  @Test
  void theSchemasMayBeReleasedAfterThoseThatWere() throws IOException {
    var check = SchemaCheck.of(SCHEMAS, RELEASED);

    if (check.versions().isEmpty()) {
      System.out.println("No schema is released yet: schemas are compared with nothing.");
    }
    assertThat(check.findings()).isEmpty();
  }

  @Test
  void theCheckSeesEveryFieldThatWouldBeLost(@TempDir Path dir) throws IOException {
    int lost = 0;
    for (var file : files()) {
      var schema = parsed(file);
      for (var field : schema.getFields()) {
        if (!field.hasDefaultValue()) {
          assertThat(rules(dir, file, schema, without(schema, field)))
              .as("%s without %s", file, field.name())
              .contains(Rule.FORWARD);
          lost++;
        }
      }
    }
    assertThat(lost).isPositive();
  }

  @Test
  void theCheckSeesEveryFileThatWouldBeDeleted(@TempDir Path dir) throws IOException {
    for (var file : files()) {
      var released = dir.resolve("released/1").resolve(file);
      Files.createDirectories(released.getParent());
      Files.writeString(released, parsed(file).toString());
    }
    var empty = Files.createDirectories(dir.resolve("now"));

    assertThat(SchemaCheck.of(empty, dir.resolve("released")).findings())
        .hasSameSizeAs(files())
        .allSatisfy(finding -> assertThat(finding.rule()).isEqualTo(Rule.KEPT));
  }

  private static List<Rule> rules(Path dir, Path file, Schema released, Schema now)
      throws IOException {
    var before = dir.resolve("released/1").resolve(file);
    var after = dir.resolve("now").resolve(file);
    Files.createDirectories(before.getParent());
    Files.createDirectories(after.getParent());
    Files.writeString(before, released.toString());
    Files.writeString(after, now.toString());
    var check = SchemaCheck.of(dir.resolve("now"), dir.resolve("released"));
    Files.delete(before);
    Files.delete(after);
    return check.findings().stream().map(SchemaFinding::rule).toList();
  }

  private static Schema without(Schema record, Schema.Field lost) {
    var fields = new ArrayList<Schema.Field>();
    for (var field : record.getFields()) {
      if (field.pos() != lost.pos()) {
        fields.add(new Schema.Field(field, field.schema()));
      }
    }
    return Schema.createRecord(
        record.getName(), record.getDoc(), record.getNamespace(), false, fields);
  }

  /** Relative to the schemas' folder. */
  private static List<Path> files() throws IOException {
    try (var all = Files.walk(SCHEMAS)) {
      return all.filter(file -> file.toString().endsWith(".avsc"))
          .filter(file -> !file.startsWith(RELEASED))
          .map(SCHEMAS::relativize)
          .sorted()
          .toList();
    }
  }

  /** Each file with all it uses, as it is registered. */
  private static Schema parsed(Path file) throws IOException {
    var parser = new SchemaParser();
    for (var other : files()) {
      if (!other.equals(file)) {
        parser.parse(SCHEMAS.resolve(other));
      }
    }
    return parser.parse(SCHEMAS.resolve(file)).mainSchema();
  }
}
