package dev.rota.embedded.registry;

/** Which versions a question is about. */
enum Showing {
  LIVE,
  DELETED,
  ALL;

  boolean includes(StoredSchema schema) {
    return this == ALL || schema.deleted() == (this == DELETED);
  }

  static Showing of(boolean deleted, boolean deletedOnly) {
    if (deletedOnly) {
      return DELETED;
    }
    return deleted ? ALL : LIVE;
  }
}
