package dev.rota.lab.embedded.registry;

import java.util.List;

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
    return SchemaIdentity.guid(text, references);
  }
}
