package dev.rota.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.apache.avro.Schema;

/** A schema as the registry keeps it: its text, and the names made from that text. */
final class SchemaText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SchemaText() {}

  /** Defaults are not checked: old schemas with a bad default are in use and must stay readable. */
  static Schema parse(String text) {
    return new Schema.Parser().setValidateDefaults(false).parse(text);
  }

  /** The registry's content hash: MD5 of the text, read as it is, without a UUID's version bits. */
  static UUID guid(Schema schema) {
    byte[] hash = md5().digest(schema.toString().getBytes(StandardCharsets.UTF_8));
    ByteBuffer halves = ByteBuffer.wrap(hash);
    return new UUID(halves.getLong(), halves.getLong());
  }

  /**
   * The schema without {@code avro.java.string}, which tells Java how to hold a string and nobody
   * else anything.
   */
  static Schema withoutJavaStrings(Schema schema) {
    try {
      JsonNode tree = JSON.readTree(schema.toString());
      prune(tree);
      return parse(tree.toString());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Avro wrote a schema that is not JSON: " + schema, e);
    }
  }

  private static void prune(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove("avro.java.string");
    }
    node.forEach(SchemaText::prune);
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
