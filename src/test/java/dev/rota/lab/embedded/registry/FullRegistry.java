package dev.rota.lab.embedded.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpPort;
import dev.rota.base.http.HttpReply;
import dev.rota.base.http.HttpRoutes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * A registry with modes, deletions and references, as far as a transfer of schemas asks for them.
 * It refuses what Confluent's refuses, and compares no schemas.
 */
final class FullRegistry implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** By subject and version, each in the form of an answer. */
  private final Map<String, TreeMap<Integer, ObjectNode>> subjects = new TreeMap<>();

  private final Map<String, String> modes = new HashMap<>();
  private final HttpPort port = LocalRegistry.bind(0);
  private final HttpRoutes routes = new HttpRoutes(FullRegistry::error);

  FullRegistry() {
    at("POST /subjects/{subject}/versions", this::register);
    at("GET /subjects/{subject}/versions/{version}", this::version);
    at("DELETE /subjects/{subject}/versions/{version}", this::delete);
    at("GET /schemas/ids/{id}", call -> having("id", call.places().get("id"), true).get(0));
    at(
        "GET /schemas/ids/{id}/versions",
        call -> JSON.valueToTree(having("id", call.places().get("id"), evenDeleted(call))));
    at(
        "GET /schemas/guids/{guid}/ids",
        call -> JSON.valueToTree(having("guid", call.places().get("guid"), true)));
    at("GET /mode/{subject}", this::mode);
    at("PUT /mode/{subject}", this::setMode);
    at(
        "DELETE /mode/{subject}",
        call -> {
          JsonNode before = mode(call);
          modes.remove(subject(call));
          return before;
        });
    port.serve(routes);
  }

  String url() {
    return port.url();
  }

  @Override
  public void close() {
    port.close();
  }

  private void at(String methodAndPath, Function<HttpCall, JsonNode> handler) {
    routes.at(methodAndPath, call -> answer(call, handler));
  }

  private synchronized HttpReply answer(HttpCall call, Function<HttpCall, JsonNode> handler) {
    try {
      return reply(200, handler.apply(call));
    } catch (RegistryError e) {
      return error(e.code(), e.getMessage());
    }
  }

  private static HttpReply error(int code, String why) {
    return reply(
        code > 999 ? code / 100 : code,
        JSON.createObjectNode().put("error_code", code).put("message", why));
  }

  private static HttpReply reply(int status, JsonNode body) {
    return new HttpReply(status, RegistryClient.TYPE, body.toString().getBytes(UTF_8));
  }

  private static String subject(HttpCall call) {
    return call.places().get("subject");
  }

  private static boolean evenDeleted(HttpCall call) {
    return Boolean.parseBoolean(call.query().get("deleted"));
  }

  private static JsonNode body(HttpCall call) {
    try {
      return JSON.readTree(call.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode register(HttpCall call) {
    JsonNode asked = body(call);
    boolean imports = "IMPORT".equals(modes.get(subject(call)));
    if (imports != asked.has("id") || "READONLY".equals(modes.get(subject(call)))) {
      throw new RegistryError(42205, "the mode of the subject does not permit this");
    }
    for (JsonNode one : asked.path("references")) {
      if (found(one.path("subject").asText(), one.path("version").asInt(), true) == null) {
        throw new RegistryError(42201, "there is no " + one);
      }
    }
    TreeMap<Integer, ObjectNode> versions =
        subjects.computeIfAbsent(subject(call), _ -> new TreeMap<>());
    int version = asked.path("version").asInt(versions.size() + 1);
    ObjectNode made =
        JSON.createObjectNode()
            .put("subject", subject(call))
            .put("version", version)
            .put("id", asked.path("id").asInt(all(true).size() + 1))
            .put("guid", guid(asked))
            .put("schemaType", "AVRO");
    if (!asked.path("references").isEmpty()) {
      made.set("references", asked.path("references"));
    }
    made.set("schema", asked.path("schema"));
    versions.put(version, made);
    return made;
  }

  private static String guid(JsonNode asked) {
    return UUID.nameUUIDFromBytes(asked.path("schema").asText().getBytes(UTF_8)).toString();
  }

  private ObjectNode found(String subject, int version, boolean evenDeleted) {
    ObjectNode found = subjects.getOrDefault(subject, new TreeMap<>()).get(version);
    return found != null && (evenDeleted || !isDeleted(found)) ? found : null;
  }

  private static boolean isDeleted(JsonNode schema) {
    return schema.path("deleted").asBoolean();
  }

  private List<ObjectNode> all(boolean evenDeleted) {
    return subjects.values().stream()
        .flatMap(versions -> versions.values().stream())
        .filter(one -> evenDeleted || !isDeleted(one))
        .toList();
  }

  private List<ObjectNode> having(String field, String value, boolean evenDeleted) {
    List<ObjectNode> having =
        all(true).stream().filter(one -> one.path(field).asText().equals(value)).toList();
    if (having.isEmpty()) {
      throw RegistryError.noSchema();
    }
    return having.stream().filter(one -> evenDeleted || !isDeleted(one)).toList();
  }

  private ObjectNode version(HttpCall call) {
    int version = Integer.parseInt(call.places().get("version"));
    ObjectNode found = found(subject(call), version, evenDeleted(call));
    if (found == null) {
      throw RegistryError.noVersion(call.places().get("version"));
    }
    return found;
  }

  private JsonNode delete(HttpCall call) {
    ObjectNode gone = version(call);
    for (ObjectNode other : all(false)) {
      for (JsonNode one : other.path("references")) {
        if (one.path("subject").equals(gone.path("subject"))
            && one.path("version").equals(gone.path("version"))) {
          throw new RegistryError(42206, other + " refers to it");
        }
      }
    }
    return gone.put("deleted", true).path("version");
  }

  private JsonNode mode(HttpCall call) {
    String mode = modes.get(subject(call));
    if (mode == null) {
      throw new RegistryError(40409, "the subject has no mode of its own");
    }
    return JsonNodeFactory.instance.objectNode().put("mode", mode);
  }

  private JsonNode setMode(HttpCall call) {
    String mode = body(call).path("mode").asText();
    boolean forced = Boolean.parseBoolean(call.query().get("force"));
    if (mode.equals("IMPORT") && !forced && subjects.containsKey(subject(call))) {
      throw new RegistryError(42205, "cannot import while there are schemas");
    }
    modes.put(subject(call), mode);
    return mode(call);
  }
}
