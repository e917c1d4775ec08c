package dev.rota.lab.embedded.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules of registration: which schemas are accepted, with which id and version. Read-only. */
final class RegisterRules {
  private RegisterRules() {}

  /** Returns a known schema even where registration is forbidden. */
  static RegistryDecision<StoredSchema> register(
      SchemaStore store, String subject, SchemaInput input) {
    var parsed = ParsedSchema.read(store, input);
    if (input.id() > 0 && store.effective(SubjectSetting.MODE, subject).equals("IMPORT")) {
      return imported(store, subject, parsed, input);
    }
    var present = find(store, subject, parsed, DeletedFilter.LIVE);
    if (present.isPresent()) {
      return new RegistryDecision<>(present.get(), List.of());
    }
    SettingRules.requireWritable(store, subject);
    var problems = problems(store, subject, parsed, store.versions(subject, DeletedFilter.LIVE));
    if (!problems.isEmpty()) {
      throw new RegistryError(
          40901,
          "The schema is incompatible with an earlier one of subject '"
              + subject
              + "' under "
              + store.effective(SubjectSetting.CONFIG, subject)
              + ": "
              + problems);
    }
    return admitted(store, subject, parsed);
  }

  /** Returns the subject's version with the same schema. */
  static StoredSchema lookUp(
      SchemaStore store, String subject, SchemaInput input, DeletedFilter showing) {
    if (!store.knows(subject, showing)) {
      throw RegistryError.noSubject(subject);
    }
    return find(store, subject, ParsedSchema.read(store, input), showing)
        .orElseThrow(RegistryError::noSchema);
  }

  /** Returns the incompatibilities with these versions. Empty if the schema would be accepted. */
  static List<String> problems(
      SchemaStore store, String subject, ParsedSchema next, List<StoredSchema> earlier) {
    var level = store.effective(SubjectSetting.CONFIG, subject);
    if (level.equals("NONE")) {
      return List.of();
    }
    var schemas = earlier.stream().map(it -> ParsedSchema.stored(store, it).schema()).toList();
    return CompatibilityCheck.problems(level, next.schema(), schemas);
  }

  /** As another registry had it: nothing is chosen, and nothing is compared but what is taken. */
  private static RegistryDecision<StoredSchema> imported(
      SchemaStore store, String subject, ParsedSchema parsed, SchemaInput input) {
    boolean taken =
        store
            .all()
            .anyMatch(
                it ->
                    (it.id() == input.id()
                            || it.subject().equals(subject) && it.version() == input.version())
                        && !it.says(parsed.text(), parsed.references()));
    if (taken) {
      throw new RegistryError(
          42205,
          "Overwrite new schema with id %d or version %d of subject '%s' is not permitted."
              .formatted(input.id(), input.version(), subject));
    }
    int version =
        input.version() > 0
            ? input.version()
            : store.versions(subject, DeletedFilter.ALL).size() + 1;
    var schema =
        new StoredSchema(
            subject, version, input.id(), "AVRO", parsed.references(), parsed.text(), false, 0);
    return new RegistryDecision<>(schema, List.of(new RegistryFact.Put(schema)));
  }

  private static RegistryDecision<StoredSchema> admitted(
      SchemaStore store, String subject, ParsedSchema parsed) {
    var all = store.versions(subject, DeletedFilter.ALL);
    var version = all.isEmpty() ? 1 : all.get(all.size() - 1).version() + 1;
    var id =
        store
            .all()
            .filter(it -> it.says(parsed.text(), parsed.references()))
            .findFirst()
            .map(StoredSchema::id)
            .orElse(store.maxId() + 1);
    var schema =
        new StoredSchema(
            subject, version, id, "AVRO", parsed.references(), parsed.text(), false, 0);
    var facts = new ArrayList<RegistryFact>();
    facts.add(new RegistryFact.Put(schema));
    // The new version comes first, so that the id always has a use.
    store.versions(subject, DeletedFilter.DELETED).stream()
        .filter(it -> it.says(parsed.text(), parsed.references()))
        .forEach(it -> facts.add(new RegistryFact.Removed(subject, it.version())));
    return new RegistryDecision<>(schema, facts);
  }

  private static Optional<StoredSchema> find(
      SchemaStore store, String subject, ParsedSchema parsed, DeletedFilter showing) {
    return store.versions(subject, showing).stream()
        .filter(it -> it.says(parsed.text(), parsed.references()))
        .reduce((older, newer) -> newer);
  }
}
