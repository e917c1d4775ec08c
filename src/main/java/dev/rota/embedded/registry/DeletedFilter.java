package dev.rota.embedded.registry;

/** Which versions a question is about. */
enum DeletedFilter {
  LIVE,
  DELETED,
  ALL;

  boolean includes(StoredSchema schema) {
    return this == ALL || schema.deleted() == (this == DELETED);
  }

  static DeletedFilter of(boolean deleted, boolean deletedOnly) {
    if (deletedOnly) {
      return DELETED;
    }
    return deleted ? ALL : LIVE;
  }
}
