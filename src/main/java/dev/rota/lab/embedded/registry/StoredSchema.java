package dev.rota.lab.embedded.registry;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.UUID;

/**
 * A version of a subject.
 *
 * @param deleted true if soft deleted: not offered, but its id still resolves
 * @param atMillis time of the log record, epoch ms
 */
record StoredSchema(
    String subject,
    int version,
    int id,
    String type,
    List<SchemaReference> references,
    String text,
    boolean deleted,
    long atMillis) {

  StoredSchema {
    references = List.copyOf(references);
  }

  boolean says(String otherText, List<SchemaReference> otherReferences) {
    return text.equals(otherText) && references.equals(otherReferences);
  }

  boolean refersTo(StoredSchema other) {
    return references.stream().anyMatch(it -> it.pointsAt(other.subject, other.version));
  }

  StoredSchema softDeleted() {
    return new StoredSchema(subject, version, id, type, references, text, true, atMillis);
  }

  StoredSchema loggedAt(long millis) {
    return new StoredSchema(subject, version, id, type, references, text, deleted, millis);
  }

  String guid() {
    return guid(text, references);
  }

  /** Returns the MD5 of text and references, formatted as a UUID without version bits. */
  static String guid(String text, List<SchemaReference> references) {
    var digest = md5();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    for (var reference : references) {
      digest.update(reference.name().getBytes(StandardCharsets.UTF_8));
      digest.update(reference.subject().getBytes(StandardCharsets.UTF_8));
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(reference.version()).flip());
    }
    var bytes = ByteBuffer.wrap(digest.digest());
    return new UUID(bytes.getLong(), bytes.getLong()).toString();
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has MD5", e);
    }
  }
}
