package dev.rota.lab.embedded.registry;

import java.util.Collection;
import java.util.EnumMap;
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
 * subjects   t-value -> 1 -> StoredSchema, 2 -> StoredSchema
 * settings   CONFIG  -> "" -> FULL, t-value -> NONE
 * </pre>
 */
final class SchemaStore {
  private final TreeMap<String, TreeMap<Integer, StoredSchema>> subjects = new TreeMap<>();
  private final Map<SubjectSetting, Map<String, String>> settings =
      new EnumMap<>(SubjectSetting.class);
  private int maxId;

  SchemaStore() {
    for (var setting : SubjectSetting.values()) {
      settings.put(setting, new HashMap<>());
    }
  }

  void put(StoredSchema schema) {
    subjects.computeIfAbsent(schema.subject(), it -> new TreeMap<>()).put(schema.version(), schema);
    maxId = Math.max(maxId, schema.id());
  }

  void remove(String subject, int version) {
    subjects.computeIfPresent(
        subject,
        (name, versions) -> {
          versions.remove(version);
          return versions.isEmpty() ? null : versions;
        });
  }

  void set(SubjectSetting setting, String subject, Optional<String> value) {
    value.ifPresentOrElse(
        it -> settings.get(setting).put(subject, it), () -> settings.get(setting).remove(subject));
  }

  /** Returns the highest id ever used, so that a deleted id is not reused. */
  int maxId() {
    return maxId;
  }

  /** Returns the subject's versions, oldest first. */
  List<StoredSchema> versions(String subject, DeletedFilter showing) {
    return subjects.getOrDefault(subject, new TreeMap<>()).values().stream()
        .filter(showing::includes)
        .toList();
  }

  Optional<StoredSchema> version(String subject, int version, DeletedFilter showing) {
    return Optional.ofNullable(subjects.get(subject))
        .map(it -> it.get(version))
        .filter(showing::includes);
  }

  /** Returns the newest version that is not deleted. */
  Optional<StoredSchema> latest(String subject) {
    var live = versions(subject, DeletedFilter.LIVE);
    return live.isEmpty() ? Optional.empty() : Optional.of(live.get(live.size() - 1));
  }

  boolean knows(String subject, DeletedFilter showing) {
    return !versions(subject, showing).isEmpty();
  }

  /** Returns the subjects in order. A subject is deleted if all its versions are. */
  List<String> names(DeletedFilter showing) {
    return subjects.keySet().stream()
        .filter(it -> showing != DeletedFilter.LIVE || knows(it, DeletedFilter.LIVE))
        .filter(it -> showing != DeletedFilter.DELETED || !knows(it, DeletedFilter.LIVE))
        .toList();
  }

  /** Returns all versions, sorted by subject and version. */
  Stream<StoredSchema> all() {
    return subjects.values().stream().map(Map::values).flatMap(Collection::stream);
  }

  Optional<String> own(SubjectSetting setting, String subject) {
    return Optional.ofNullable(settings.get(setting).get(subject));
  }

  /** Returns the subject's value, else the global one, else the default. */
  String effective(SubjectSetting setting, String subject) {
    return own(setting, subject)
        .or(() -> own(setting, SubjectSetting.GLOBAL))
        .orElse(setting.byDefault());
  }
}
