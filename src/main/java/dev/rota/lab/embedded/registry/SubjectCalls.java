package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.List;

/** Calls for a subject and its versions. */
final class SubjectCalls {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final RegistryDesk desk;

  SubjectCalls(RegistryDesk desk) {
    this.desk = desk;
  }

  JsonNode list(RegistryCall call) {
    var names = NODES.arrayNode();
    var prefix = SchemaCalls.prefix(call);
    desk.ask(store -> store.names(call.showing())).stream()
        .filter(it -> it.startsWith(prefix))
        .forEach(names::add);
    return names;
  }

  JsonNode register(RegistryCall call) {
    var input = call.schema();
    return SchemaJson.registered(
        desk.change(store -> RegisterRules.register(store, call.subject(), input)));
  }

  JsonNode lookUp(RegistryCall call) {
    var input = call.schema();
    return SchemaJson.found(
        desk.ask(store -> RegisterRules.lookUp(store, call.subject(), input, call.showing())));
  }

  JsonNode versions(RegistryCall call) {
    var versions = desk.ask(store -> store.versions(call.subject(), call.showing()));
    if (versions.isEmpty()) {
      throw RegistryError.noSubject(call.subject());
    }
    return numbers(versions.stream().map(StoredSchema::version).toList());
  }

  JsonNode version(RegistryCall call) {
    return SchemaJson.version(find(call));
  }

  JsonNode versionText(RegistryCall call) {
    return NODES.rawValueNode(new RawValue(find(call).text()));
  }

  JsonNode referencedBy(RegistryCall call) {
    var version = VersionSelector.parse(call.place("version"));
    return numbers(
        desk.ask(
            store -> {
              var schema = version.of(store, call.subject(), DeletedFilter.ALL);
              return store
                  .all()
                  .filter(it -> call.showing().includes(it) && it.refersTo(schema))
                  .map(StoredSchema::id)
                  .distinct()
                  .sorted()
                  .toList();
            }));
  }

  JsonNode deleteVersion(RegistryCall call) {
    var version = VersionSelector.parse(call.place("version"));
    return IntNode.valueOf(
        desk.change(
            store ->
                call.flag("permanent")
                    ? DeleteRules.hardDelete(store, call.subject(), version)
                    : DeleteRules.softDelete(store, call.subject(), version)));
  }

  JsonNode delete(RegistryCall call) {
    return numbers(
        desk.change(
            store ->
                call.flag("permanent")
                    ? DeleteRules.hardDelete(store, call.subject())
                    : DeleteRules.softDelete(store, call.subject())));
  }

  JsonNode fits(RegistryCall call) {
    var input = call.schema();
    return verdict(
        call,
        desk.ask(
            store ->
                RegisterRules.problems(
                    store,
                    call.subject(),
                    ParsedSchema.read(store, input),
                    store.versions(call.subject(), DeletedFilter.LIVE))));
  }

  /** A subject without versions accepts any first schema. */
  JsonNode fitsVersion(RegistryCall call) {
    var input = call.schema();
    var version = VersionSelector.parse(call.place("version"));
    return verdict(
        call,
        desk.ask(
            store -> {
              var parsed = ParsedSchema.read(store, input);
              var earlier = version.in(store, call.subject(), DeletedFilter.LIVE);
              if (earlier.isEmpty() && !version.isLatest()) {
                throw RegistryError.noVersion(version.asked());
              }
              return RegisterRules.problems(
                  store, call.subject(), parsed, earlier.stream().toList());
            }));
  }

  private StoredSchema find(RegistryCall call) {
    var version = VersionSelector.parse(call.place("version"));
    return desk.ask(store -> version.of(store, call.subject(), call.showing()));
  }

  private static JsonNode verdict(RegistryCall call, List<String> problems) {
    var node = NODES.objectNode().put("is_compatible", problems.isEmpty());
    if (call.flag("verbose")) {
      var messages = node.putArray("messages");
      problems.forEach(messages::add);
    }
    return node;
  }

  private static ArrayNode numbers(List<Integer> numbers) {
    var array = NODES.arrayNode();
    numbers.forEach(array::add);
    return array;
  }
}
