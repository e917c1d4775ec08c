package dev.rota.lab.embedded.registry;

import dev.rota.lab.embedded.registry.RegistryDesk.Change;
import dev.rota.registry.CompatibilityLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/** Which schemas are accepted, with which id and version. Read-only. */
final class SchemaRules {
  private SchemaRules() {}

  static Change<SchemaVersion> register(SchemaStore store, SchemaVersion asked) {
    if (asked.id() > 0) {
      return restored(store, asked);
    }
    var present = find(store, asked, false);
    if (present.isPresent()) {
      return new Change<>(present.get(), null);
    }
    var subject = asked.subject();
    var problems = problems(store, asked, store.versions(subject, false));
    if (!problems.isEmpty()) {
      throw new RegistryError(
          40901,
          "The schema is incompatible with an earlier one of subject '"
              + subject
              + "' under "
              + store.level(subject)
              + ": "
              + problems);
    }
    var text = parsed(asked).toString();
    var id =
        store
            .all()
            .filter(it -> it.says(text, asked.references()))
            .findFirst()
            .map(SchemaVersion::id)
            .orElse(store.maxId() + 1);
    return added(asked.stored(store.nextVersion(subject), id, text));
  }

  /** As a backup has it: nothing is chosen, and nothing is compared but what is taken. */
  private static Change<SchemaVersion> restored(SchemaStore store, SchemaVersion asked) {
    int version = asked.version() > 0 ? asked.version() : store.nextVersion(asked.subject());
    var schema = asked.stored(version, asked.id(), asked.text());
    boolean taken =
        store
            .all()
            .filter(it -> it.id() == schema.id() || it.isAt(schema.subject(), version))
            .anyMatch(it -> !it.says(schema.text(), schema.references()));
    if (taken) {
      throw new RegistryError(
          42205,
          "Overwrite new schema with id %d or version %d of subject '%s' is not permitted."
              .formatted(schema.id(), version, schema.subject()));
    }
    return added(schema);
  }

  private static Change<SchemaVersion> added(SchemaVersion schema) {
    return new Change<>(schema, RegistryLine.of(schema));
  }

  /** Returns the subject's version with the same schema. */
  static SchemaVersion lookUp(SchemaStore store, SchemaVersion asked, boolean evenDeleted) {
    if (store.versions(asked.subject(), evenDeleted).isEmpty()) {
      throw RegistryError.noSubject(asked.subject());
    }
    return find(store, asked, evenDeleted).orElseThrow(RegistryError::noSchema);
  }

  private static Optional<SchemaVersion> find(
      SchemaStore store, SchemaVersion asked, boolean evenDeleted) {
    var text = parsed(asked).toString();
    return store.versions(asked.subject(), evenDeleted).stream()
        .filter(it -> it.says(text, asked.references()))
        .reduce((_, newer) -> newer);
  }

  /**
   * Returns the incompatibilities with these versions, of which only the newest counts unless the
   * level is transitive. Empty if the schema would be accepted.
   *
   * @param earlier oldest first
   */
  static List<String> problems(
      SchemaStore store, SchemaVersion asked, List<SchemaVersion> earlier) {
    var next = parsed(asked);
    var level = store.level(asked.subject());
    var problems = new ArrayList<String>();
    var oldest = level.endsWith("_TRANSITIVE") ? 0 : Math.max(0, earlier.size() - 1);
    for (var i = earlier.size() - 1; i >= oldest && problems.isEmpty(); i--) {
      if (!level.equals("NONE")) {
        problems.addAll(between(level, next, earlier.get(i)));
      }
    }
    return problems;
  }

  private static List<String> between(String level, Schema next, SchemaVersion earlier) {
    if (!earlier.standsAlone()) {
      return List.of(
          "version %d has references or is no Avro: this registry cannot compare it"
              .formatted(earlier.version()));
    }
    var before = parsed(earlier);
    var problems = new ArrayList<String>();
    if (level.startsWith("BACKWARD") || level.startsWith("FULL")) {
      problems.addAll(between(next, before));
    }
    if (level.startsWith("FORWARD") || level.startsWith("FULL")) {
      problems.addAll(between(before, next));
    }
    return problems;
  }

  private static List<String> between(Schema reader, Schema writer) {
    var verdict = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    if (verdict.getType() == SchemaCompatibilityType.COMPATIBLE) {
      return List.of();
    }
    return verdict.getResult().getIncompatibilities().stream()
        .map(it -> it.getType() + " at " + it.getLocation() + ": " + it.getMessage())
        .toList();
  }

  /** Its text is canonical: white space and the order of properties make no difference. */
  private static Schema parsed(SchemaVersion schema) {
    if (!schema.type().equals(SchemaVersion.AVRO)) {
      throw RegistryError.invalidSchema(
          "type " + schema.type() + " is not supported, only AVRO is", null);
    }
    if (!schema.references().isEmpty()) {
      throw RegistryError.invalidSchema(
          "it refers to other subjects. " + RegistryError.ELSEWHERE, null);
    }
    try {
      return new Schema.Parser().parse(schema.text());
    } catch (RuntimeException e) { // the parser throws many kinds for an invalid schema
      throw RegistryError.invalidSchema(e.getMessage(), e);
    }
  }

  static Change<String> configure(String subject, String asked) {
    var level = asked.toUpperCase(Locale.ROOT);
    if (Arrays.stream(CompatibilityLevel.values()).noneMatch(it -> it.name().equals(level))) {
      throw new RegistryError(42203, "Invalid compatibility level '" + asked + "'");
    }
    return new Change<>(level, RegistryLine.ofLevel(subject, level));
  }

  /** Returns the level in force. A subject's own one is required unless {@code orGlobal}. */
  static String level(SchemaStore store, String subject, boolean orGlobal) {
    if (orGlobal || subject.equals(SchemaStore.GLOBAL)) {
      return store.level(subject);
    }
    return store
        .ownLevel(subject)
        .orElseThrow(
            () ->
                new RegistryError(
                    40408,
                    "Subject '"
                        + subject
                        + "' has no compatibilityLevel of its own; ask with defaultToGlobal=true"
                        + " for the one in force"));
  }
}
