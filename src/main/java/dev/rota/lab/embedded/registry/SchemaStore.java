package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The registry's state, rebuilt from its log. Not thread-safe: the owner locks it.
 *
 * <pre>
 * subjects   t-value -> 1 -> SchemaVersion, 2 -> SchemaVersion
 * levels     "" -> FULL, t-value -> NONE
 * </pre>
 */
final class SchemaStore {
  /** The subject name of the level of all. */
  static final String GLOBAL = "";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LEVEL_BY_DEFAULT = "BACKWARD";

  private final TreeMap<String, TreeMap<Integer, SchemaVersion>> subjects = new TreeMap<>();
  private final Map<String, String> levels = new HashMap<>();
  private int maxId;

  /**
   * Applies a record of this or another registry, or of a former version of this one. Those had
   * deletions too.
   *
   * @throws IOException if it is not a registry's record
   */
  void apply(RegistryLine line, long atMillis) throws IOException {
    if (line.key() == null) {
      throw new IOException("a record without a key");
    }
    var key = JSON.readTree(line.key());
    var value =
        line.value() == null ? JsonNodeFactory.instance.nullNode() : JSON.readTree(line.value());
    var subject = key.path("subject").asText("");
    switch (key.path("keytype").asText()) {
      case "SCHEMA" -> schema(subject, number(key, "version"), value, atMillis);
      case "DELETE_SUBJECT" -> {
        if (!value.isNull()) {
          delete(subject, number(value, "version"));
        }
      }
      case "CONFIG" -> setLevel(subject, value.path("compatibilityLevel"));
      default -> {} // such as a mode, or a leader's NOOP
    }
  }

  private void schema(String subject, int version, JsonNode value, long atMillis)
      throws IOException {
    if (value.isNull()) {
      subjects.getOrDefault(subject, new TreeMap<>()).remove(version);
      return;
    }
    var schema =
        new SchemaVersion(
            subject,
            version,
            number(value, "id"),
            value.path("schemaType").asText(SchemaVersion.AVRO),
            value.path("references"),
            value.path("schema").asText(""),
            value.path("deleted").asBoolean(),
            atMillis);
    subjects.computeIfAbsent(subject, _ -> new TreeMap<>()).put(version, schema);
    maxId = Math.max(maxId, schema.id());
  }

  private void delete(String subject, int upTo) {
    subjects
        .getOrDefault(subject, new TreeMap<>())
        .headMap(upTo, true)
        .replaceAll((_, schema) -> schema.markedDeleted());
  }

  private void setLevel(String subject, JsonNode level) {
    if (level.isTextual()) {
      levels.put(subject, level.textValue());
    } else {
      levels.remove(subject);
    }
  }

  private static int number(JsonNode node, String field) throws IOException {
    var value = node.path(field);
    if (!value.isInt()) {
      throw new IOException("its field " + field + " is not a number");
    }
    return value.intValue();
  }

  /** Returns the highest id ever used, so that no id is given out twice. */
  int maxId() {
    return maxId;
  }

  /** Returns the version that a new schema gets: also a deleted one keeps its own. */
  int nextVersion(String subject) {
    var versions = subjects.getOrDefault(subject, new TreeMap<>());
    return versions.isEmpty() ? 1 : versions.lastKey() + 1;
  }

  /** Returns the subject's versions, oldest first. */
  List<SchemaVersion> versions(String subject, boolean evenDeleted) {
    return subjects.getOrDefault(subject, new TreeMap<>()).values().stream()
        .filter(it -> evenDeleted || !it.deleted())
        .toList();
  }

  /** Returns the newest version that is not deleted. */
  Optional<SchemaVersion> latest(String subject) {
    return versions(subject, false).stream().reduce((_, newer) -> newer);
  }

  /** Returns the subjects that have versions, in order. */
  List<String> names(boolean evenDeleted) {
    return subjects.keySet().stream().filter(it -> !versions(it, evenDeleted).isEmpty()).toList();
  }

  /** Returns all versions, sorted by subject and version. */
  Stream<SchemaVersion> all() {
    return subjects.values().stream().map(Map::values).flatMap(Collection::stream);
  }

  Optional<String> ownLevel(String subject) {
    return Optional.ofNullable(levels.get(subject));
  }

  /** Returns the subject's level, else the global one, else the default. */
  String level(String subject) {
    return ownLevel(subject).or(() -> ownLevel(GLOBAL)).orElse(LEVEL_BY_DEFAULT);
  }
}
