package dev.rota.lab.embedded.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * A version of a subject. Its JSON differs by call, and clients rely on that.
 *
 * @param version 0: not chosen yet
 * @param id likewise
 * @param references to other subjects, as another registry has written them; else an empty array
 * @param deleted it is not offered any more, but its id still resolves
 * @param atMillis time of the log record, epoch ms
 */
record SchemaVersion(
    String subject,
    int version,
    int id,
    String type,
    JsonNode references,
    String text,
    boolean deleted,
    long atMillis) {
  static final String AVRO = "AVRO";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  SchemaVersion {
    references = references.isArray() ? references : NODES.arrayNode();
  }

  /** What becomes of a schema that was sent. */
  SchemaVersion stored(int newVersion, int newId, String newText) {
    return new SchemaVersion(
        subject, newVersion, newId, type, references, newText, deleted, atMillis);
  }

  SchemaVersion markedDeleted() {
    return new SchemaVersion(subject, version, id, type, references, text, true, atMillis);
  }

  /** Whether it can be read without others. */
  boolean standsAlone() {
    return type.equals(AVRO) && references.isEmpty();
  }

  boolean isAt(String otherSubject, int otherVersion) {
    return subject.equals(otherSubject) && version == otherVersion;
  }

  boolean says(String otherText, JsonNode otherReferences) {
    return text.equals(otherText) && references.equals(otherReferences);
  }

  /** Returns the MD5 of text and references, formatted as a UUID without version bits. */
  String guid() {
    var digest = md5();
    digest.update(text.getBytes(UTF_8));
    for (var reference : references) {
      digest.update(reference.path("name").asText().getBytes(UTF_8));
      digest.update(reference.path("subject").asText().getBytes(UTF_8));
      int number = reference.path("version").asInt();
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(number).flip());
    }
    var bytes = ByteBuffer.wrap(digest.digest());
    return new UUID(bytes.getLong(), bytes.getLong()).toString();
  }

  ObjectNode registered() {
    return content(node().put("id", id).put("version", version).put("guid", guid()));
  }

  ObjectNode found() {
    var node = node().put("subject", subject).put("version", version).put("id", id);
    return content(node.put("guid", guid()));
  }

  ObjectNode listed() {
    return marks(found());
  }

  /** For a call by id. The id itself is not repeated. */
  ObjectNode resolved() {
    var node = content(node()).put("subject", subject).put("version", version);
    return marks(node.put("guid", guid()));
  }

  /** The value of its record in the log. */
  ObjectNode logged() {
    var node = node().put("subject", subject).put("version", version).put("id", id);
    return content(node).put("deleted", deleted);
  }

  private static ObjectNode node() {
    return NODES.objectNode();
  }

  private ObjectNode content(ObjectNode node) {
    node.put("schemaType", type);
    if (!references.isEmpty()) {
      node.set("references", references);
    }
    return node.put("schema", text);
  }

  private ObjectNode marks(ObjectNode node) {
    return node.put("ts", atMillis).put("deleted", deleted);
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has MD5", e);
    }
  }
}
