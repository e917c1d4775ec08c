package dev.rota.lab.embedded.registry;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * A schema, parsed with the types that it references.
 *
 * @param text canonical text: white space and the order of properties make no difference
 * @param references with {@code -1} replaced by the version it stood for
 */
record ParsedSchema(Schema schema, String text, List<SchemaReference> references) {

  /** Reads a client's schema. Its references must not be deleted. */
  static ParsedSchema read(SchemaStore store, SchemaInput input) {
    if (!input.type().equals("AVRO")) {
      throw RegistryError.invalidSchema(
          "type " + input.type() + " is not supported, only AVRO is", null);
    }
    var references = input.references().stream().map(it -> numbered(store, it)).toList();
    return parse(store, input.text(), references, DeletedFilter.LIVE);
  }

  /** Reads a stored schema. Its references may be soft deleted. */
  static ParsedSchema stored(SchemaStore store, StoredSchema schema) {
    return parse(store, schema.text(), schema.references(), DeletedFilter.ALL);
  }

  private static ParsedSchema parse(
      SchemaStore store, String text, List<SchemaReference> references, DeletedFilter showing) {
    try {
      var parser = new Schema.Parser();
      bring(store, references, showing, parser, new HashSet<>());
      var brought = new ArrayList<>(parser.getTypes().values());
      var schema = parser.parse(text);
      return new ParsedSchema(schema, canonical(schema, brought), references);
    } catch (RegistryError e) {
      throw e;
    } catch (RuntimeException e) { // the parser throws many kinds for an invalid schema
      throw RegistryError.invalidSchema(e.getMessage(), e);
    }
  }

  // This method's output defines a schema's identity. A newer formatter might print another text.
  @SuppressWarnings("deprecation")
  private static String canonical(Schema schema, List<Schema> brought) {
    return brought.isEmpty() ? schema.toString() : schema.toString(brought, false);
  }

  private static void bring(
      SchemaStore store,
      List<SchemaReference> references,
      DeletedFilter showing,
      Schema.Parser parser,
      Set<StoredSchema> seen) {
    for (var reference : references) {
      var schema =
          store
              .version(reference.subject(), reference.version(), showing)
              .orElseThrow(() -> dangling(reference));
      if (seen.add(schema)) {
        bring(store, schema.references(), DeletedFilter.ALL, parser, seen);
        parser.parse(schema.text());
      }
    }
  }

  private static SchemaReference numbered(SchemaStore store, SchemaReference reference) {
    if (reference.version() != -1) {
      return reference;
    }
    var latest = store.latest(reference.subject()).orElseThrow(() -> dangling(reference));
    return new SchemaReference(reference.name(), reference.subject(), latest.version());
  }

  private static RegistryError dangling(SchemaReference reference) {
    return RegistryError.invalidSchema(
        "it refers to version %d of subject '%s', which does not exist"
            .formatted(reference.version(), reference.subject()),
        null);
  }
}
