package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.wire.AlarmWire;
import dev.rota.base.avro.ReleasedSchemas;
import dev.rota.base.lines.SchemaCheck;
import dev.rota.base.lines.SchemaFinding;
import dev.rota.base.lines.SchemaFinding.Rule;
import dev.rota.domains.Domains;
import dev.rota.kernel.table.Sha256;
import dev.rota.testing.OlderWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
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

  /** An earlier schema of an output is written by the place of a field: new ones are the last. */
  @Test
  void anEarlierSchemaOfAnOutputIsTheBeginningOfThePresentOne() {
    for (var domain : Domains.ALL) {
      for (var version : domain.versions()) {
        for (var channel : domain.wire().channels()) {
          var present = domain.wire().schema(channel);
          var earlier = version.wire().schema(channel);
          assertThat(earlier == null || begins(earlier, present))
              .as("%s of %s, rules %d", channel, domain.name(), version.card().engine().rules())
              .isTrue();
          if (earlier != null) {
            assertThat(ReleasedSchemas.of(present).stream().map(SchemaNormalization::toParsingForm))
                .contains(SchemaNormalization.toParsingForm(earlier));
          }
        }
      }
    }
    var ring = new AlarmWire().assignments();
    assertThat(begins(OlderWords.first().wire().assignments(), ring)).isTrue();
    assertThat(begins(without(ring, ring.getField("id")), ring)).isFalse();
    assertThat(begins(ring, without(ring, ring.getField("note")))).isFalse();
  }

  /** A registry knows a schema by its text: with another text, older rules get another id. */
  @Test
  void theTextOfAnEarlierSchemaNeverChanges() {
    var texts = new LinkedHashSet<String>();
    for (var domain : Domains.ALL) {
      for (var version : domain.versions()) {
        for (var channel : domain.wire().channels()) {
          var schema = version.wire().schema(channel);
          if (schema != null && !schema.equals(domain.wire().schema(channel))) {
            texts.add(channel.topic(domain.name()) + " " + digest(schema.toString()));
          }
        }
      }
    }
    assertThat(texts)
        .containsExactly(
            "bots-assignments 52d694601df5285c64a8ec98069af8b395e883221aa63124567824422ad1878b",
            "bots-outcomes 82f25046f4ee1f32cac72bb5d2577c97a05f7fc5046720542b09f360c827c5dd");
  }

  private static String digest(String text) {
    return HexFormat.of().formatHex(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean begins(Schema earlier, Schema present) {
    if (earlier.getType() != present.getType()) {
      return false;
    }
    return switch (earlier.getType()) {
      case RECORD ->
          earlier.getFullName().equals(present.getFullName())
              && begin(
                  earlier.getFields(),
                  present.getFields(),
                  (was, is) -> was.name().equals(is.name()) && begins(was.schema(), is.schema()));
      case ENUM -> begin(earlier.getEnumSymbols(), present.getEnumSymbols(), String::equals);
      case UNION -> begin(earlier.getTypes(), present.getTypes(), SchemasTest::begins);
      case ARRAY -> begins(earlier.getElementType(), present.getElementType());
      case MAP -> begins(earlier.getValueType(), present.getValueType());
      case FIXED -> earlier.getFixedSize() == present.getFixedSize();
      default -> true;
    };
  }

  private static <T> boolean begin(List<T> earlier, List<T> present, BiPredicate<T, T> same) {
    return earlier.size() <= present.size()
        && IntStream.range(0, earlier.size())
            .allMatch(i -> same.test(earlier.get(i), present.get(i)));
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
