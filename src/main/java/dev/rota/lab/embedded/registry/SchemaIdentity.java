package dev.rota.lab.embedded.registry;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.UUID;

/** The identity of a schema: its canonical text and its references. */
final class SchemaIdentity {
  private SchemaIdentity() {}

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
