package dev.rota.embedded.registry;

import java.util.Optional;

/** One line of the registry's log, with its effect on what the registry knows. */
sealed interface RegistryFact {
  void applyTo(SchemaStore store, long atMillis);

  /** A version is there, or is there with another mark. */
  record Put(StoredSchema schema) implements RegistryFact {
    @Override
    public void applyTo(SchemaStore store, long atMillis) {
      store.put(schema.loggedAt(atMillis));
    }
  }

  /** A version is gone for good. */
  record Removed(String subject, int version) implements RegistryFact {
    @Override
    public void applyTo(SchemaStore store, long atMillis) {
      store.remove(subject, version);
    }
  }

  /** Every version up to this one is soft deleted. */
  record SubjectDeleted(String subject, int upTo) implements RegistryFact {
    @Override
    public void applyTo(SchemaStore store, long atMillis) {
      store.versions(subject, DeletedFilter.LIVE).stream()
          .filter(it -> it.version() <= upTo)
          .forEach(it -> store.put(it.softDeleted()));
    }
  }

  /** A setting has this value, or none of its own. */
  record Set(Setting setting, String subject, Optional<String> value) implements RegistryFact {
    @Override
    public void applyTo(SchemaStore store, long atMillis) {
      store.set(setting, subject, value);
    }
  }
}
