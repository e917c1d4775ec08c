package dev.rota.lab.embedded.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules of deletion: soft before hard, and never while a version is referenced. */
final class DeleteRules {
  private DeleteRules() {}

  static RegistryDecision<Integer> softDelete(
      SchemaStore store, String subject, VersionSelector version) {
    var schema = version.of(store, subject, DeletedFilter.ALL);
    if (schema.deleted()) {
      throw new RegistryError(
          40406,
          "Version %d of subject '%s' was soft deleted; delete it for good with permanent=true"
              .formatted(schema.version(), subject));
    }
    SettingRules.requireWritable(store, subject);
    requireUnreferenced(store, schema, DeletedFilter.LIVE);
    return new RegistryDecision<>(
        schema.version(), List.of(new RegistryFact.Put(schema.softDeleted())));
  }

  static RegistryDecision<Integer> hardDelete(
      SchemaStore store, String subject, VersionSelector version) {
    var schema = version.of(store, subject, DeletedFilter.ALL);
    if (!schema.deleted()) {
      throw new RegistryError(
          40407,
          "Version %d of subject '%s' is not soft deleted yet; delete it without permanent first"
              .formatted(schema.version(), subject));
    }
    SettingRules.requireWritable(store, subject);
    requireUnreferenced(store, schema, DeletedFilter.ALL);
    var facts = new ArrayList<RegistryFact>();
    facts.add(new RegistryFact.Removed(subject, schema.version()));
    if (store.versions(subject, DeletedFilter.ALL).size() == 1) {
      facts.addAll(settingsGone(store, subject));
    }
    return new RegistryDecision<>(schema.version(), facts);
  }

  static RegistryDecision<List<Integer>> softDelete(SchemaStore store, String subject) {
    requireKnown(store, subject);
    var live = store.versions(subject, DeletedFilter.LIVE);
    if (live.isEmpty()) {
      throw new RegistryError(
          40404,
          "Subject '" + subject + "' was soft deleted; delete it for good with permanent=true");
    }
    SettingRules.requireWritable(store, subject);
    live.forEach(it -> requireUnreferenced(store, it, DeletedFilter.LIVE));
    var last = live.get(live.size() - 1).version();
    return new RegistryDecision<>(
        numbers(live), List.of(new RegistryFact.SubjectDeleted(subject, last)));
  }

  static RegistryDecision<List<Integer>> hardDelete(SchemaStore store, String subject) {
    requireKnown(store, subject);
    if (store.knows(subject, DeletedFilter.LIVE)) {
      throw new RegistryError(
          40405,
          "Subject '" + subject + "' is not soft deleted yet; delete it without permanent first");
    }
    SettingRules.requireWritable(store, subject);
    var all = store.versions(subject, DeletedFilter.ALL);
    all.forEach(it -> requireUnreferenced(store, it, DeletedFilter.ALL));
    var facts = new ArrayList<RegistryFact>();
    // Highest first: if this stops half-way, version numbers still continue correctly.
    for (var i = all.size() - 1; i >= 0; i--) {
      facts.add(new RegistryFact.Removed(subject, all.get(i).version()));
    }
    facts.addAll(settingsGone(store, subject));
    return new RegistryDecision<>(numbers(all), facts);
  }

  private static void requireKnown(SchemaStore store, String subject) {
    if (!store.knows(subject, DeletedFilter.ALL)) {
      throw RegistryError.noSubject(subject);
    }
  }

  private static void requireUnreferenced(
      SchemaStore store, StoredSchema schema, DeletedFilter referrers) {
    store
        .all()
        .filter(referrers::includes)
        .filter(it -> !it.subject().equals(schema.subject()) && it.refersTo(schema))
        .findFirst()
        .ifPresent(
            by -> {
              throw RegistryError.referenced(schema, by);
            });
  }

  private static List<RegistryFact> settingsGone(SchemaStore store, String subject) {
    var facts = new ArrayList<RegistryFact>();
    for (var setting : SubjectSetting.values()) {
      if (store.own(setting, subject).isPresent()) {
        facts.add(new RegistryFact.Set(setting, subject, Optional.empty()));
      }
    }
    return facts;
  }

  private static List<Integer> numbers(List<StoredSchema> schemas) {
    return schemas.stream().map(StoredSchema::version).toList();
  }
}
