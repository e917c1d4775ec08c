package dev.rota.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/** An in-memory registry for tests: {@code mock://scope} names one instance per JVM. */
public final class MockRegistry implements Registry {
  private static final Map<String, MockRegistry> SCOPES = new ConcurrentHashMap<>();

  private final Map<String, List<RegisteredSchema>> versions = new TreeMap<>();
  private final Map<String, CompatibilityLevel> levels = new HashMap<>();
  private final List<Schema> byId = new ArrayList<>();

  private MockRegistry() {}

  /** Returns the registry of this scope, created on first use. */
  public static MockRegistry scope(String name) {
    return SCOPES.computeIfAbsent(name, unused -> new MockRegistry());
  }

  /** Forgets the scope. Existing users keep their registry; new ones get an empty one. */
  public static void drop(String name) {
    SCOPES.remove(name);
  }

  @Override
  public synchronized int register(String subject, Schema schema, boolean normalize) {
    Schema kept = SchemaText.parse(schema.toString());
    List<RegisteredSchema> known = versions.getOrDefault(subject, List.of());
    for (RegisteredSchema version : known) {
      if (version.schema().toString().equals(kept.toString())) {
        return version.id();
      }
    }
    List<String> problems = testCompatibility(subject, kept);
    if (!problems.isEmpty()) {
      throw new RegistryRefused(
          409,
          RegistryRefused.INCOMPATIBLE,
          "subject " + subject + " refuses the schema as incompatible: " + problems);
    }
    RegisteredSchema added = new RegisteredSchema(subject, known.size() + 1, idOf(kept), kept);
    versions.computeIfAbsent(subject, unused -> new ArrayList<>()).add(added);
    return added.id();
  }

  @Override
  public synchronized int lookup(String subject, Schema schema, boolean normalize) {
    String text = SchemaText.parse(schema.toString()).toString();
    return versionsOf(subject).stream()
        .filter(version -> version.schema().toString().equals(text))
        .findFirst()
        .orElseThrow(() -> missing("no such schema under subject " + subject))
        .id();
  }

  @Override
  public synchronized Schema byId(int id, String subject) {
    if (id < 1 || id > byId.size()) {
      throw missing("no schema with id " + id);
    }
    return byId.get(id - 1);
  }

  @Override
  public synchronized Schema byGuid(UUID guid) {
    return byId.stream()
        .filter(schema -> SchemaText.guid(schema).equals(guid))
        .findFirst()
        .orElseThrow(() -> missing("no schema with guid " + guid));
  }

  @Override
  public synchronized RegisteredSchema latest(String subject) {
    List<RegisteredSchema> known = versionsOf(subject);
    return known.get(known.size() - 1);
  }

  @Override
  public synchronized List<String> subjects() {
    return List.copyOf(versions.keySet());
  }

  @Override
  public synchronized CompatibilityLevel compatibility(String subject) {
    return levels.getOrDefault(subject, CompatibilityLevel.BACKWARD);
  }

  @Override
  public synchronized void compatibility(String subject, CompatibilityLevel level) {
    levels.put(subject, level);
  }

  @Override
  public synchronized List<String> testCompatibility(String subject, Schema schema) {
    CompatibilityLevel level = compatibility(subject);
    List<RegisteredSchema> known = versions.getOrDefault(subject, List.of());
    int from = level.transitive() ? 0 : Math.max(0, known.size() - 1);
    List<String> problems = new ArrayList<>();
    for (RegisteredSchema old : known.subList(from, known.size())) {
      if (level.readsOld() && !reads(schema, old.schema())) {
        problems.add("it cannot read version " + old.version());
      }
      if (level.readByOld() && !reads(old.schema(), schema)) {
        problems.add("version " + old.version() + " cannot read it");
      }
    }
    return problems;
  }

  /** Does nothing: other users may share the scope. */
  @Override
  public void close() {}

  private int idOf(Schema kept) {
    for (int i = 0; i < byId.size(); i++) {
      if (byId.get(i).toString().equals(kept.toString())) {
        return i + 1;
      }
    }
    byId.add(kept);
    return byId.size();
  }

  private List<RegisteredSchema> versionsOf(String subject) {
    List<RegisteredSchema> known = versions.get(subject);
    if (known == null) {
      throw new RegistryRefused(
          404, RegistryRefused.NO_SUCH_SUBJECT, "no subject " + subject + "; register it first");
    }
    return known;
  }

  private static boolean reads(Schema reader, Schema writer) {
    return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType()
        == SchemaCompatibilityType.COMPATIBLE;
  }

  private static RegistryRefused missing(String message) {
    return new RegistryRefused(
        404, RegistryRefused.NO_SUCH_SCHEMA, message + "; register it first");
  }
}
