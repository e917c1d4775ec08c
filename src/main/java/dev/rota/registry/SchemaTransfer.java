package dev.rota.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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
  private static final int UNKNOWN_MAX = 1_000;
  private static final String IMPORT = "IMPORT";
  private static final List<String> SENT =
      List.of("id", "version", "schema", "schemaType", "references");
  private static final String DELETED = "deleted";

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
   * All versions that have these ids, soft-deleted ones too, each behind those that it refers to.
   * An id that the registry knows is taken out of the set. A registry counts up, and what only
   * looks like an id may be any number: so the lowest ones are asked for first, and no more once so
   * many are not known.
   */
  public List<JsonNode> uses(SeenSchemaIds ids) {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    resolve(ids.numbers(), id -> addUses("/schemas/ids/" + id, found));
    resolve(
        ids.guids(),
        guid -> {
          List<JsonNode> numbers = new ArrayList<>();
          get("/schemas/guids/" + guid + "/ids").ifPresent(all -> all.forEach(numbers::add));
          numbers.forEach(one -> addUses("/schemas/ids/" + one.path("id").asInt(), found));
          return !numbers.isEmpty();
        });
    return new ArrayList<>(found.values());
  }

  private static <T> void resolve(Set<T> ids, Predicate<T> known) {
    int unknown = 0;
    for (Iterator<T> all = ids.iterator(); all.hasNext() && unknown < UNKNOWN_MAX; ) {
      if (known.test(all.next())) {
        all.remove();
      } else {
        unknown++;
      }
    }
  }

  private boolean addUses(String id, Map<String, JsonNode> found) {
    Optional<JsonNode> uses = get(id + "/versions?deleted=true");
    uses.ifPresent(
        all ->
            all.forEach(
                use -> add(use.path("subject").asText(), use.path("version").asInt(), found, 0)));
    return uses.isPresent();
  }

  private void add(String subject, int version, Map<String, JsonNode> found, int depth) {
    Optional<JsonNode> schema = version(subject, version, true);
    if (schema.isPresent() && depth <= REFERENCE_DEPTH_MAX) {
      for (JsonNode reference : schema.get().path("references")) {
        add(
            reference.path("subject").asText(),
            reference.path("version").asInt(),
            found,
            depth + 1);
      }
      // Not every registry says it in the answer.
      ((ObjectNode) schema.get()).put(DELETED, version(subject, version, false).isEmpty());
      found.put(name(schema.get()), schema.get());
    }
  }

  private Optional<JsonNode> version(String subject, int version, boolean evenDeleted) {
    String path = "/subjects/" + encoded(subject) + "/versions/" + version;
    return get(path + (evenDeleted ? "?deleted=true" : ""));
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
        version(schema.path("subject").asText(), schema.path("version").asInt(), true);
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

  /**
   * Puts schemas there with their ids and versions, and soft-deletes those that were. Each subject
   * is in the mode for that meanwhile, and then in the one that it had. A call that was ended is
   * repeated with the same schemas: it also ends the mode that the former one has left.
   *
   * @param schemas each behind those that it refers to
   */
  public void put(List<JsonNode> schemas) {
    schemas.forEach(this::put);
    // None may go before those that refer to it.
    for (int i = schemas.size() - 1; i >= 0; i--) {
      JsonNode schema = schemas.get(i);
      String subject = schema.path("subject").asText();
      int version = schema.path("version").asInt();
      if (schema.path(DELETED).asBoolean() && version(subject, version, false).isPresent()) {
        ask("DELETE", "/subjects/" + encoded(subject) + "/versions/" + version, null);
      }
    }
  }

  private void put(JsonNode schema) {
    String mode = "/mode/" + encoded(schema.path("subject").asText());
    String before = get(mode).map(one -> one.path("mode").asText()).orElse(IMPORT);
    try {
      ask("PUT", mode + "?force=true", NODES.objectNode().put("mode", IMPORT));
    } catch (RegistryRefused e) {
      if (!e.notFound()) {
        throw e;
      }
      putWithoutMode(schema);
      return;
    }
    try {
      JsonNode unused = register(schema, body(schema));
    } finally {
      if (before.equals(IMPORT)) {
        ask("DELETE", mode, null);
      } else {
        ask("PUT", mode, NODES.objectNode().put("mode", before));
      }
    }
  }

  /** The registry of {@code rota dev} has no modes: it takes an id, and the mark of a deletion. */
  private void putWithoutMode(JsonNode schema) {
    ObjectNode body = body(schema).put(DELETED, schema.path(DELETED).asBoolean());
    int id = register(schema, body).path("id").asInt();
    if (id != schema.path("id").asInt()) {
      throw new RegistryRefused(
          422,
          422,
          "the registry has no modes, and gave %s the id %d instead of %d: use one that takes ids"
              .formatted(name(schema), id, schema.path("id").asInt()));
    }
  }

  private static ObjectNode body(JsonNode schema) {
    ObjectNode body = NODES.objectNode();
    SENT.stream().filter(schema::has).forEach(field -> body.set(field, schema.get(field)));
    return body;
  }

  private JsonNode register(JsonNode schema, ObjectNode body) {
    return ask("POST", "/subjects/" + encoded(schema.path("subject").asText()) + "/versions", body);
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
