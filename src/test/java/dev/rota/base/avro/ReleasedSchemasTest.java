package dev.rota.base.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Test;

/** The schemas of {@code src/test/resources/schemas} stand for two changes of a record. */
class ReleasedSchemasTest {
  private static final Schema THING =
      SchemaBuilder.record("Thing")
          .namespace("dev.rota.changed")
          .fields()
          .requiredInt("one")
          .name("two")
          .type()
          .intType()
          .intDefault(2)
          .optionalString("three")
          .endRecord();

  @Test
  void eachChangeBetweenReleasesIsKnown() {
    assertThat(ReleasedSchemas.of(THING))
        .extracting(schema -> schema.getFields().size())
        .containsExactly(3, 1, 2);
  }

  @Test
  void noFolderOfAnEarlierChangeIsPassedOver() throws IOException {
    Path schemas = Path.of("src/main/resources/schemas");
    List<Path> alone;
    try (Stream<Path> files = Files.walk(schemas)) {
      alone = files.filter(Files::isRegularFile).filter(file -> isAlone(schemas, file)).toList();
    }
    assertThat(alone).isEmpty();
  }

  /** Of {@code former-3}, the file is to be in {@code former-2} as well. */
  private static boolean isAlone(Path schemas, Path file) {
    Path record = schemas.relativize(file);
    String folder = record.getName(0).toString();
    if (folder.equals("former")) {
      return false;
    }
    int change = Integer.parseInt(folder.substring("former-".length()));
    Path before = schemas.resolve(change == 2 ? "former" : "former-" + (change - 1));
    return !Files.exists(before.resolve(record.subpath(1, record.getNameCount())));
  }
}
