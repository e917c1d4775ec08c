package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** Describes routes as OpenAPI 3.1 does. */
final class OpenApi {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The schemas of answers that no command prints. */
  private static final String SCHEMAS = "/answers/standing.json";

  private OpenApi() {}

  static ObjectNode of(List<ServedRoute> routes) {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "Rota")
        .put("version", "1")
        .put("description", "Answers about lanes, verified by a replay of their ledgers.");
    ObjectNode paths = document.putObject("paths");
    for (ServedRoute route : routes) {
      ObjectNode get =
          paths.withObjectProperty(route.path()).putObject(route.method().toLowerCase(Locale.ROOT));
      get.put("summary", route.summary());
      route.params().forEach(param -> fill(get.withArray("parameters"), param));
      if (route.open()) {
        others(get.withArray("parameters"));
      }
      if (route.isPosted()) {
        get.putObject("requestBody")
            .put("required", true)
            .putObject("content")
            .putObject("text/plain")
            .putObject("schema")
            .put("type", "string");
      }
      fill(get.putObject("responses"), route);
    }
    document.putObject("components").set("schemas", schemas());
    return document;
  }

  private static JsonNode schemas() {
    try (InputStream file = OpenApi.class.getResourceAsStream(SCHEMAS)) {
      return JSON.readTree(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fill(ArrayNode parameters, RouteParameter param) {
    ObjectNode schema =
        parameters
            .addObject()
            .put("name", param.name())
            .put("in", param.in())
            .put("required", param.in().equals("path"))
            .put("description", param.description())
            .putObject("schema")
            .put("type", param.type());
    if (param.type().equals("array")) {
      schema.putObject("items").put("type", "string");
    }
  }

  /** Parameters of any name. */
  private static void others(ArrayNode parameters) {
    ObjectNode schema =
        parameters
            .addObject()
            .put("name", "arguments")
            .put("in", "query")
            .put("description", "the query's arguments, each by its name")
            .put("style", "form")
            .put("explode", true)
            .putObject("schema");
    schema.put("type", "object").putObject("additionalProperties").put("type", "string");
  }

  private static void fill(ObjectNode responses, ServedRoute route) {
    boolean tagged = route.params().stream().anyMatch(one -> one.name().equals("If-None-Match"));
    ObjectNode schema =
        responses
            .putObject(route.isPosted() ? "201" : "200")
            .put("description", route.summary())
            .putObject("content")
            .putObject(route.type())
            .putObject("schema");
    if (route.schema() == null) {
      schema.put("type", route.type().equals(ServedRoute.JSON) ? "object" : "string");
    } else {
      schema.put("$ref", "#/components/schemas/" + route.schema());
    }
    if (tagged) {
      responses.putObject("304").put("description", "the client has this answer");
    }
    responses
        .putObject("default")
        .put("description", "what is wrong, why, and what to do")
        .putObject("content")
        .putObject(ProblemDetails.TYPE)
        .putObject("schema")
        .put("type", "object");
  }
}
