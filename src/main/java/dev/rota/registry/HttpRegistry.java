package dev.rota.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.kafka.common.KafkaException;

/** The REST client of a registry. */
final class HttpRegistry implements Registry {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The status for a schema that Avro cannot parse, set by this client. */
  static final int NOT_AVRO = 422;

  private static final int NOT_FOUND = 404;

  private static final int REFERENCE_DEPTH_MAX = 16;

  private final HttpTransport transport;

  HttpRegistry(HttpTransport transport) {
    this.transport = transport;
  }

  @Override
  public int register(String subject, Schema schema, boolean normalize) {
    String path = subjectPath(subject) + "/versions?normalize=" + normalize;
    return call("POST", path, body(schema)).path("id").asInt();
  }

  @Override
  public int lookup(String subject, Schema schema, boolean normalize) {
    String path = subjectPath(subject) + "?normalize=" + normalize + "&deleted=false";
    return call("POST", path, body(schema)).path("id").asInt();
  }

  @Override
  public Schema byId(int id, String subject) {
    String hint = subject == null ? "" : "&subject=" + encoded(subject);
    return schema(call("GET", "/schemas/ids/" + id + "?fetchMaxId=false" + hint, null));
  }

  @Override
  public Schema byGuid(UUID guid) {
    return schema(call("GET", "/schemas/guids/" + guid, null));
  }

  @Override
  public RegisteredSchema latest(String subject) {
    JsonNode answer = call("GET", subjectPath(subject) + "/versions/latest", null);
    return new RegisteredSchema(
        subject, answer.path("version").asInt(), answer.path("id").asInt(), schema(answer));
  }

  @Override
  public List<String> subjects() {
    List<String> names = new ArrayList<>();
    call("GET", "/subjects", null).forEach(name -> names.add(name.asText()));
    return names.stream().sorted().toList();
  }

  @Override
  public CompatibilityLevel compatibility(String subject) {
    JsonNode answer = call("GET", configPath(subject) + "?defaultToGlobal=true", null);
    return CompatibilityLevel.valueOf(answer.path("compatibilityLevel").asText());
  }

  @Override
  public void compatibility(String subject, CompatibilityLevel level) {
    call("PUT", configPath(subject), NODES.objectNode().put("compatibility", level.name()));
  }

  @Override
  public List<String> testCompatibility(String subject, Schema schema) {
    String path = "/compatibility" + subjectPath(subject) + "/versions?verbose=true";
    JsonNode answer;
    try {
      answer = call("POST", path, body(schema));
    } catch (RegistryRefused e) {
      if (e.notFound()) {
        return List.of();
      }
      throw e;
    }
    if (answer.path("is_compatible").asBoolean()) {
      return List.of();
    }
    List<String> messages = new ArrayList<>();
    answer.path("messages").forEach(message -> messages.add(message.asText()));
    return messages.isEmpty()
        ? List.of("the registry reports it as incompatible without a reason")
        : List.copyOf(messages);
  }

  /** Does nothing: idle connections close by themselves. */
  @Override
  public void close() {}

  private JsonNode call(String method, String path, JsonNode body) {
    byte[] bytes = body == null ? null : body.toString().getBytes(StandardCharsets.UTF_8);
    HttpTransport.Answer answer = transport.exchange(method, path, bytes);
    if (answer.status() == 200) {
      return json(method, path, answer);
    }
    throw refusal(method, path, answer);
  }

  private static JsonNode json(String method, String path, HttpTransport.Answer answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new RegistryUnavailable(
          "the answer of %s to %s %s is not JSON; check that it is a schema registry"
              .formatted(answer.from(), method, path),
          e);
    }
  }

  /** Another server at that address knows no schema, so its 404 says nothing of a record. */
  private static KafkaException refusal(String method, String path, HttpTransport.Answer answer) {
    String message = advice(answer.status());
    int code = answer.status();
    try {
      JsonNode error = JSON.readTree(answer.body());
      code = error.path("error_code").asInt(code);
      message = error.path("message").asText("no message") + message;
    } catch (IOException e) {
      message = "the answer is not from a schema registry" + message;
      if (answer.status() == NOT_FOUND) {
        return new RegistryUnavailable(
            "%s %s: %s answered %d: %s"
                .formatted(method, path, answer.from(), answer.status(), message),
            e);
      }
    }
    return new RegistryRefused(
        answer.status(),
        code,
        "%s refused %s %s: %d (%d) %s"
            .formatted(answer.from(), method, path, answer.status(), code, message));
  }

  private static String advice(int status) {
    return switch (status) {
      case 401, 403 ->
          "; check "
              + RegistryCredentials.SOURCE
              + ", "
              + RegistryCredentials.USER_INFO
              + " or token";
      case 301, 302, 303, 307, 308 ->
          "; redirects are not followed: set the final address in " + RegistryConfig.URL;
      default -> "";
    };
  }

  private Schema schema(JsonNode answer) {
    if (!answer.has("schema")) {
      throw new RegistryUnavailable(
          "the answer holds no schema; check that a schema registry is at " + RegistryConfig.URL,
          null);
    }
    Schema.Parser parser = new Schema.Parser().setValidateDefaults(false);
    try {
      return parsed(answer, parser, 0);
    } catch (SchemaParseException e) {
      throw new RegistryRefused(
          NOT_AVRO, 42201, "the registry has a schema that Avro cannot parse: " + e.getMessage());
    }
  }

  /** Parses referenced schemas first, since the parser needs their names. */
  private Schema parsed(JsonNode answer, Schema.Parser parser, int depth) {
    String type = answer.path("schemaType").asText("AVRO");
    if (!"AVRO".equals(type) || depth > REFERENCE_DEPTH_MAX) {
      throw new SchemaParseException("type " + type + ", references nested " + depth);
    }
    for (JsonNode reference : answer.path("references")) {
      if (!parser.getTypes().containsKey(reference.path("name").asText())) {
        String subject = subjectPath(reference.path("subject").asText());
        String path = subject + "/versions/" + reference.path("version").asInt() + "?deleted=true";
        parsed(call("GET", path, null), parser, depth + 1);
      }
    }
    return parser.parse(answer.path("schema").asText());
  }

  private static ObjectNode body(Schema schema) {
    return NODES.objectNode().put("schema", schema.toString()).put("schemaType", "AVRO");
  }

  private static String subjectPath(String subject) {
    return "/subjects/" + encoded(subject);
  }

  private static String configPath(String subject) {
    return "/config/" + encoded(subject);
  }

  private static String encoded(String subject) {
    return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
