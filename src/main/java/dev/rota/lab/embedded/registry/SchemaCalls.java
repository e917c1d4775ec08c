package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Calls for schemas across subjects: by id, by guid, or all. */
final class SchemaCalls {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String EVERY_CONTEXT = ":*:";

  private final RegistryDesk desk;

  SchemaCalls(RegistryDesk desk) {
    this.desk = desk;
  }

  JsonNode list(RegistryCall call) {
    var prefix = prefix(call);
    var found =
        desk.ask(
            store ->
                store
                    .all()
                    .filter(it -> it.subject().startsWith(prefix) && call.showing().includes(it))
                    .filter(it -> !call.flag("latestOnly") || isLast(store, it, call.showing()))
                    .toList());
    var array = NODES.arrayNode();
    found.forEach(it -> array.add(SchemaJson.version(it)));
    return array;
  }

  JsonNode byId(RegistryCall call) {
    var node = SchemaJson.byId(anyUse(call, id(call)));
    if (call.flag("fetchMaxId")) {
      node.put("maxId", desk.ask(SchemaStore::maxId));
    }
    return node;
  }

  JsonNode textById(RegistryCall call) {
    return NODES.rawValueNode(new RawValue(anyUse(call, id(call)).text()));
  }

  JsonNode subjectsById(RegistryCall call) {
    var names = NODES.arrayNode();
    uses(id(call)).stream()
        .filter(call.showing()::includes)
        .map(StoredSchema::subject)
        .distinct()
        .forEach(names::add);
    return names;
  }

  JsonNode versionsById(RegistryCall call) {
    var versions = NODES.arrayNode();
    uses(id(call)).stream()
        .filter(call.showing()::includes)
        .forEach(
            it -> versions.addObject().put("subject", it.subject()).put("version", it.version()));
    return versions;
  }

  JsonNode byGuid(RegistryCall call) {
    return SchemaJson.byId(anyUse(call, guid(call)));
  }

  JsonNode idsByGuid(RegistryCall call) {
    var ids = NODES.arrayNode();
    ids.addObject().put("context", ".").put("id", anyUse(call, guid(call)).id());
    return ids;
  }

  /** Returns the prefix of the requested subjects. There is one context: all means all subjects. */
  static String prefix(RegistryCall call) {
    var asked = call.query("subjectPrefix").orElse("");
    return asked.startsWith(EVERY_CONTEXT) ? asked.substring(EVERY_CONTEXT.length()) : asked;
  }

  private List<StoredSchema> uses(Predicate<StoredSchema> wanted) {
    var uses = desk.ask(store -> store.all().filter(wanted).toList());
    if (uses.isEmpty()) {
      throw RegistryError.noSchema();
    }
    return uses;
  }

  // The subject is only a hint: readers pass one under which the schema may never have been.
  private StoredSchema anyUse(RegistryCall call, Predicate<StoredSchema> wanted) {
    var hint = call.query("subject").orElse("");
    return uses(wanted).stream()
        .min(
            Comparator.comparing((StoredSchema it) -> !it.subject().equals(hint))
                .thenComparing(StoredSchema::deleted))
        .orElseThrow();
  }

  private static boolean isLast(SchemaStore store, StoredSchema schema, DeletedFilter showing) {
    var versions = store.versions(schema.subject(), showing);
    return versions.get(versions.size() - 1).equals(schema);
  }

  private static Predicate<StoredSchema> id(RegistryCall call) {
    try {
      var id = Integer.parseInt(call.place("id"));
      return it -> it.id() == id;
    } catch (NumberFormatException e) {
      throw new RegistryError(404, "'" + call.place("id") + "' is not a schema id", e);
    }
  }

  private static Predicate<StoredSchema> guid(RegistryCall call) {
    return it -> it.guid().equals(call.place("guid"));
  }
}
