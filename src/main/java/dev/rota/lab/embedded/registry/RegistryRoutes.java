package dev.rota.lab.embedded.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.http.HttpRoutes;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The registry's calls by HTTP, in Confluent's form.
 *
 * <p>{@code Accept} is ignored, because Java's own client sends one that excludes every response.
 */
final class RegistryRoutes {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String ANSWER_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final Set<String> ACCEPTED =
      Set.of(
          ANSWER_TYPE,
          "application/vnd.schemaregistry+json",
          "application/json",
          "application/octet-stream");

  private final RegistryDesk desk;
  private final HttpRoutes routes = new HttpRoutes(RegistryRoutes::refused);

  private RegistryRoutes(RegistryDesk desk) {
    this.desk = desk;
  }

  static HttpRoutes of(RegistryDesk desk) {
    var all = new RegistryRoutes(desk);
    all.at("GET /", _ -> NODES.objectNode());
    // Newer clients ask this first. Without an association, they go on by topic name.
    all.at("GET /associations/resources/{namespace}/{name}", _ -> NODES.arrayNode());
    all.at("GET /subjects", all::subjects);
    all.at("POST /subjects/{subject}", all::lookUp);
    all.at("GET /subjects/{subject}/versions", all::versions);
    all.at("POST /subjects/{subject}/versions", all::register);
    all.at("GET /subjects/{subject}/versions/{version}", call -> all.version(call).listed());
    all.at("GET /subjects/{subject}/versions/{version}/schema", call -> text(all.version(call)));
    all.at("GET /schemas/types", _ -> NODES.arrayNode().add(SchemaVersion.AVRO));
    all.at("GET /schemas/ids/{id}", all::byId);
    all.at("GET /schemas/ids/{id}/schema", call -> text(all.anyUse(call, hasId(call))));
    all.at("GET /schemas/ids/{id}/versions", all::versionsById);
    all.at("GET /schemas/guids/{guid}", call -> all.anyUse(call, hasGuid(call)).resolved());
    all.at("GET /schemas/guids/{guid}/ids", all::idsByGuid);
    for (var one : new String[] {"", "/{version}"}) {
      all.at("POST /compatibility/subjects/{subject}/versions" + one, all::fits);
    }
    for (var one : new String[] {"/config", "/config/{subject}"}) {
      all.at("GET " + one, all::level);
      all.at("PUT " + one, all::configure);
    }
    return all.routes;
  }

  private void at(String methodAndPath, Function<RegistryCall, JsonNode> handler) {
    routes.at(methodAndPath, call -> answer(call, handler));
  }

  private static HttpReply answer(HttpCall call, Function<RegistryCall, JsonNode> handler) {
    try {
      if (call.method().equals("POST") || call.method().equals("PUT")) {
        requireKnownType(call.type());
      }
      return reply(200, handler.apply(new RegistryCall(call)));
    } catch (RegistryError e) {
      return error(e.status(), e.code(), e.getMessage());
    }
  }

  private static HttpReply refused(int status, String why) {
    return switch (status) {
      case 404, 405 -> error(status, status, why + ". " + RegistryError.ELSEWHERE);
      case 500 -> error(status, 50001, why);
      default -> error(status, status, why);
    };
  }

  private static void requireKnownType(String contentType) {
    if (contentType == null) {
      return;
    }
    var type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!ACCEPTED.contains(type)) {
      throw new RegistryError(415, "Content-Type '" + type + "' is not one of " + ACCEPTED);
    }
  }

  private static HttpReply error(int status, int code, String message) {
    return reply(status, NODES.objectNode().put("error_code", code).put("message", message));
  }

  private static HttpReply reply(int status, JsonNode body) {
    return new HttpReply(status, ANSWER_TYPE, body.toString().getBytes(UTF_8));
  }

  private JsonNode subjects(RegistryCall call) {
    var names = NODES.arrayNode();
    desk.ask(store -> store.names(call.evenDeleted())).stream()
        .filter(it -> it.startsWith(call.query("subjectPrefix")))
        .forEach(names::add);
    return names;
  }

  private JsonNode register(RegistryCall call) {
    var asked = call.schema();
    return desk.change(store -> SchemaRules.register(store, asked)).registered();
  }

  private JsonNode lookUp(RegistryCall call) {
    var asked = call.schema();
    return desk.ask(store -> SchemaRules.lookUp(store, asked, call.evenDeleted())).found();
  }

  private JsonNode versions(RegistryCall call) {
    var versions = desk.ask(store -> store.versions(call.subject(), call.evenDeleted()));
    if (versions.isEmpty()) {
      throw RegistryError.noSubject(call.subject());
    }
    var numbers = NODES.arrayNode();
    versions.forEach(it -> numbers.add(it.version()));
    return numbers;
  }

  private SchemaVersion version(RegistryCall call) {
    return desk.ask(call::versionIn);
  }

  private static JsonNode text(SchemaVersion schema) {
    return NODES.rawValueNode(new RawValue(schema.text()));
  }

  private JsonNode byId(RegistryCall call) {
    var node = anyUse(call, hasId(call)).resolved();
    return call.flag("fetchMaxId") ? node.put("maxId", desk.ask(SchemaStore::maxId)) : node;
  }

  private JsonNode versionsById(RegistryCall call) {
    var versions = NODES.arrayNode();
    uses(hasId(call)).stream()
        .filter(it -> call.evenDeleted() || !it.deleted())
        .forEach(
            it -> versions.addObject().put("subject", it.subject()).put("version", it.version()));
    return versions;
  }

  private JsonNode idsByGuid(RegistryCall call) {
    var ids = NODES.arrayNode();
    ids.addObject().put("context", ".").put("id", anyUse(call, hasGuid(call)).id());
    return ids;
  }

  private static Predicate<SchemaVersion> hasId(RegistryCall call) {
    var id = call.id();
    return it -> it.id() == id;
  }

  private static Predicate<SchemaVersion> hasGuid(RegistryCall call) {
    return it -> it.guid().equals(call.place("guid"));
  }

  private List<SchemaVersion> uses(Predicate<SchemaVersion> wanted) {
    var uses = desk.ask(store -> store.all().filter(wanted).toList());
    if (uses.isEmpty()) {
      throw RegistryError.noSchema();
    }
    return uses;
  }

  // The subject is only a hint: readers pass one under which the schema may never have been.
  private SchemaVersion anyUse(RegistryCall call, Predicate<SchemaVersion> wanted) {
    return uses(wanted).stream()
        .min(
            Comparator.comparing((SchemaVersion it) -> !it.subject().equals(call.query("subject")))
                .thenComparing(SchemaVersion::deleted))
        .orElseThrow();
  }

  /** A subject without versions accepts any first schema. */
  private JsonNode fits(RegistryCall call) {
    var asked = call.schema();
    var problems = desk.ask(store -> SchemaRules.problems(store, asked, call.comparedIn(store)));
    var node = NODES.objectNode().put("is_compatible", problems.isEmpty());
    if (call.flag("verbose")) {
      var messages = node.putArray("messages");
      problems.forEach(messages::add);
    }
    return node;
  }

  private JsonNode level(RegistryCall call) {
    var level =
        desk.ask(store -> SchemaRules.level(store, call.subject(), call.flag("defaultToGlobal")));
    return NODES.objectNode().put("compatibilityLevel", level);
  }

  private JsonNode configure(RegistryCall call) {
    var asked = call.level();
    var level = desk.change(_ -> SchemaRules.configure(call.subject(), asked));
    return NODES.objectNode().put("compatibility", level);
  }
}
