package dev.rota.lab.embedded.registry;

import java.util.Optional;

/** A version in a request: a number from 1, or {@code latest} (also {@code -1}). */
record VersionSelector(String asked, int number) {
  private static final int LATEST = -1;

  static VersionSelector parse(String asked) {
    if (asked.equals("latest")) {
      return new VersionSelector(asked, LATEST);
    }
    try {
      var number = Integer.parseInt(asked);
      if (number == LATEST || number > 0) {
        return new VersionSelector(asked, number);
      }
    } catch (NumberFormatException e) {
      throw invalid(asked, e);
    }
    throw invalid(asked, null);
  }

  boolean isLatest() {
    return number == LATEST;
  }

  /** Finds the version. The latest is never a deleted one, even if deleted versions are shown. */
  Optional<StoredSchema> in(SchemaStore store, String subject, DeletedFilter showing) {
    return isLatest() ? store.latest(subject) : store.version(subject, number, showing);
  }

  /** Like {@link #in}, but throws the protocol's error if the version is missing. */
  StoredSchema of(SchemaStore store, String subject, DeletedFilter showing) {
    return in(store, subject, showing)
        .orElseThrow(
            () ->
                store.knows(subject, showing)
                    ? RegistryError.noVersion(asked)
                    : RegistryError.noSubject(subject));
  }

  private static RegistryError invalid(String asked, Exception cause) {
    return new RegistryError(
        42202, "The version '" + asked + "' is neither a number from 1 nor 'latest'", cause);
  }
}
