package dev.rota.lab.embedded.registry;

/** A named type that a schema imports from a version of another subject. */
record SchemaReference(String name, String subject, int version) {
  boolean pointsAt(String otherSubject, int otherVersion) {
    return subject.equals(otherSubject) && version == otherVersion;
  }
}
