package dev.rota.lab.embedded.registry;

/** Which versions a query includes. */
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
