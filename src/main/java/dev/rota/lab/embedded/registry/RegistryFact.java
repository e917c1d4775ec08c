package dev.rota.lab.embedded.registry;

import java.util.Optional;

/** A record of the registry's log, with its effect on the store. */
sealed interface RegistryFact {
  void applyTo(SchemaStore store, long atMillis);

  /** A version is added, or its deletion mark changes. */
  record Put(StoredSchema schema) implements RegistryFact {
    @Override
    public void applyTo(SchemaStore store, long atMillis) {
      store.put(schema.loggedAt(atMillis));
    }
  }

  /** A version is hard deleted. */
  record Removed(String subject, int version) implements RegistryFact {
    @Override
    public void applyTo(SchemaStore store, long atMillis) {
      store.remove(subject, version);
    }
  }

  /** All versions up to this one are soft deleted. */
  record SubjectDeleted(String subject, int upTo) implements RegistryFact {
    @Override
    public void applyTo(SchemaStore store, long atMillis) {
      store.versions(subject, DeletedFilter.LIVE).stream()
          .filter(it -> it.version() <= upTo)
          .forEach(it -> store.put(it.softDeleted()));
    }
  }

  /** A setting gets this value, or loses its own value. */
  record Set(SubjectSetting setting, String subject, Optional<String> value)
      implements RegistryFact {
    @Override
    public void applyTo(SchemaStore store, long atMillis) {
      store.set(setting, subject, value);
    }
  }
}
