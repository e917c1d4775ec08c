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

/** The text of a schema, as the registry stores it, and hashes of it. */
final class SchemaText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SchemaText() {}

  /** Does not validate defaults: existing schemas with invalid defaults must stay readable. */
  static Schema parse(String text) {
    return new Schema.Parser().setValidateDefaults(false).parse(text);
  }

  /** The registry's content hash: MD5 of the text as a UUID without version bits. */
  static UUID guid(Schema schema) {
    byte[] hash = md5().digest(schema.toString().getBytes(StandardCharsets.UTF_8));
    ByteBuffer halves = ByteBuffer.wrap(hash);
    return new UUID(halves.getLong(), halves.getLong());
  }

  /** Removes {@code avro.java.string}, which matters only to Java. */
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
