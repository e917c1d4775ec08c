package dev.rota.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Carries schemas from one registry to another, with their ids: records name their schema by its id
 * alone. What it carries is the registry's own JSON, word for word, so that a schema keeps its
 * content hash too.
 *
 * <p>Each method throws {@link RegistryRefused} or {@link RegistryUnavailable}, as {@link Registry}
 * does.
 */
public final class SchemaTransfer {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final int REFERENCE_DEPTH_MAX = 16;

  private final HttpTransport transport;

  private SchemaTransfer(HttpTransport transport) {
    this.transport = transport;
  }

  /**
   * Opens the registry at {@code schema.registry.url}.
   *
   * @throws org.apache.kafka.common.config.ConfigException if a key is missing or invalid
   */
  public static SchemaTransfer open(Map<String, ?> configs) {
    return new SchemaTransfer(new HttpTransport(new RegistryConfig(configs)));
  }

  /** {@code subject/version}: a schema's name among all. */
  public static String name(JsonNode schema) {
    return schema.path("subject").asText() + "/" + schema.path("version").asInt();
  }

  /**
   * All versions that have this id, and those that they refer to, these first. None if the registry
   * does not know the id.
   */
  public List<JsonNode> uses(int id) {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    for (JsonNode use : get("/schemas/ids/" + id + "/versions").orElse(NODES.arrayNode())) {
      add(use.path("subject").asText(), use.path("version").asInt(), found, 0);
    }
    return new ArrayList<>(found.values());
  }

  private void add(String subject, int version, Map<String, JsonNode> found, int depth) {
    Optional<JsonNode> schema =
        get("/subjects/" + encoded(subject) + "/versions/" + version + "?deleted=true");
    if (schema.isPresent() && depth <= REFERENCE_DEPTH_MAX) {
      for (JsonNode reference : schema.get().path("references")) {
        add(
            reference.path("subject").asText(),
            reference.path("version").asInt(),
            found,
            depth + 1);
      }
      found.put(name(schema.get()), schema.get());
    }
  }

  /** What the registry has of a schema. */
  public enum Presence {
    /** This version of this subject, with this id. */
    SAME,
    /** Nothing: it may be put there. */
    ABSENT,
    /** The id, or the version of the subject, is another schema's. */
    OTHER
  }

  /** Looks whether the registry has the schema. */
  public Presence presence(JsonNode schema) {
    Optional<JsonNode> byId = get("/schemas/ids/" + schema.path("id").asInt());
    Optional<JsonNode> byVersion =
        get(
            "/subjects/"
                + encoded(schema.path("subject").asText())
                + "/versions/"
                + schema.path("version").asInt()
                + "?deleted=true");
    if (byId.isPresent() && !isSame(byId.get(), schema)
        || byVersion.isPresent()
            && (!isSame(byVersion.get(), schema)
                || byVersion.get().path("id").asInt() != schema.path("id").asInt())) {
      return Presence.OTHER;
    }
    return byVersion.isPresent() ? Presence.SAME : Presence.ABSENT;
  }

  private static boolean isSame(JsonNode one, JsonNode other) {
    return one.path("schema").asText().equals(other.path("schema").asText());
  }

  /** Puts a schema there with its id and version. The subject is in the mode for that meanwhile. */
  public void put(JsonNode schema) {
    String subject = encoded(schema.path("subject").asText());
    ask("PUT", "/mode/" + subject + "?force=true", NODES.objectNode().put("mode", "IMPORT"));
    try {
      ObjectNode body = NODES.objectNode();
      for (String field : List.of("id", "version", "schema", "schemaType", "references")) {
        if (schema.has(field)) {
          body.set(field, schema.get(field));
        }
      }
      ask("POST", "/subjects/" + subject + "/versions", body);
    } finally {
      ask("DELETE", "/mode/" + subject, null);
    }
  }

  /** Nothing if it is not found. */
  private Optional<JsonNode> get(String path) {
    try {
      return Optional.of(ask("GET", path, null));
    } catch (RegistryRefused e) {
      if (e.notFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private JsonNode ask(String method, String path, JsonNode body) {
    byte[] bytes = body == null ? null : body.toString().getBytes(StandardCharsets.UTF_8);
    HttpTransport.Answer answer = transport.exchange(method, path, bytes);
    JsonNode json;
    try {
      json = JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new RegistryUnavailable(
          "the answer of %s to %s %s is not JSON; check that it is a schema registry"
              .formatted(answer.from(), method, path),
          e);
    }
    if (answer.status() != 200) {
      throw new RegistryRefused(
          answer.status(),
          json.path("error_code").asInt(answer.status()),
          "%s refused %s %s: %d %s"
              .formatted(
                  answer.from(),
                  method,
                  path,
                  answer.status(),
                  json.path("message").asText("no message")));
    }
    return json;
  }

  private static String encoded(String subject) {
    return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
