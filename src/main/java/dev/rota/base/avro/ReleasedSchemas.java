package dev.rota.base.avro;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;

/**
 * Rota's own schemas as each release had them, and as they were before a change that the rules did
 * not notice, from the class path.
 */
public final class ReleasedSchemas {
  /** All releases, whose schemas are on the class path. */
  public static final List<String> RELEASES = List.of("0.1.0");

  /** The folder of schemas before their first change between releases. */
  private static final String FORMER = "former";

  /** Each partition of an audit asks for all of them. */
  private static final Map<Schema, List<Schema>> KNOWN = new ConcurrentHashMap<>();

  private ReleasedSchemas() {}

  /** The present schema, then the earlier ones that write other bytes. */
  public static List<Schema> of(Schema present) {
    return KNOWN.computeIfAbsent(present, ReleasedSchemas::find);
  }

  /**
   * An earlier schema by which older rules write a record, with the text that its generated class
   * had: a registry knows it by its text.
   *
   * @param dir its folder, such as {@code former} or {@code released/0.2.0}
   */
  public static Schema written(String dir, Schema present) {
    Schema schema =
        read(dir, present)
            .orElseThrow(
                () -> new IllegalStateException(dir + " lacks a schema of " + present.getName()));
    useStrings(schema);
    return schema;
  }

  private static void useStrings(Schema schema) {
    switch (schema.getType()) {
      case STRING -> GenericData.setStringType(schema, GenericData.StringType.String);
      case ARRAY -> useStrings(schema.getElementType());
      case MAP -> {
        GenericData.setStringType(schema, GenericData.StringType.String);
        useStrings(schema.getValueType());
      }
      case UNION -> schema.getTypes().forEach(ReleasedSchemas::useStrings);
      case RECORD -> schema.getFields().forEach(field -> useStrings(field.schema()));
      default -> {}
    }
  }

  private static List<Schema> find(Schema present) {
    Map<String, Schema> distinct = new LinkedHashMap<>();
    distinct.put(SchemaNormalization.toParsingForm(present), present);
    Stream.concat(
            RELEASES.stream().flatMap(release -> read("released/" + release, present).stream()),
            former(present))
        .forEach(schema -> distinct.putIfAbsent(SchemaNormalization.toParsingForm(schema), schema));
    return List.copyOf(distinct.values());
  }

  /** A record's second change is in {@code former-2}, and so on: the first that lacks it ends. */
  private static Stream<Schema> former(Schema present) {
    return Stream.concat(
            Stream.of(FORMER), IntStream.iterate(2, n -> n + 1).mapToObj(n -> FORMER + "-" + n))
        .map(dir -> read(dir, present))
        .takeWhile(Optional::isPresent)
        .flatMap(Optional::stream);
  }

  private static Optional<Schema> read(String dir, Schema present) {
    String domain = present.getNamespace().substring(present.getNamespace().lastIndexOf('.') + 1);
    String file = "/schemas/" + dir + "/" + domain + "/" + present.getName() + ".avsc";
    try (InputStream text = ReleasedSchemas.class.getResourceAsStream(file)) {
      return text == null ? Optional.empty() : Optional.of(new Schema.Parser().parse(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (AvroRuntimeException e) {
      throw new IllegalStateException("the program's own schema " + file + " is unreadable", e);
    }
  }
}
