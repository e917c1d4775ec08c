package dev.rota.embedded.registry;

/** A named type another subject's version brings into a schema. */
record SchemaReference(String name, String subject, int version) {
  boolean pointsAt(String otherSubject, int otherVersion) {
    return subject.equals(otherSubject) && version == otherVersion;
  }
}
