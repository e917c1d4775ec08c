package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Locale;

/** Speaks to a registry as a client would, and writes each answer on one line. */
public final class RegistryClient {
  static final String TYPE = "application/vnd.schemaregistry.v1+json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  public RegistryClient(String url) {
    this.url = url;
  }

  /** An answer's status and JSON. */
  record Answer(int status, String type, JsonNode body) {
    int errorCode() {
      return body.path("error_code").asInt();
    }

    @Override
    public String toString() {
      return status + " " + body;
    }
  }

  Answer get(String path) {
    return send("GET", path, TYPE, "");
  }

  Answer delete(String path) {
    return send("DELETE", path, TYPE, "");
  }

  Answer post(String path, String body) {
    return send("POST", path, TYPE, body);
  }

  Answer put(String path, String body) {
    return send("PUT", path, TYPE, body);
  }

  public int register(String subject, String schema) {
    var answer = post("/subjects/" + subject + "/versions", asked(schema));
    if (answer.status() != 200) {
      throw new AssertionError(answer.toString());
    }
    return answer.body().path("id").asInt();
  }

  Answer send(String method, String path, String type, String body) {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            // What Java's registry client sends; it must not matter.
            .header("Accept", "text/html, image/gif, image/jpeg, */*")
            .method(method, BodyPublishers.ofString(body));
    if (!type.isEmpty()) {
      request.header("Content-Type", type);
    }
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT),
          JSON.readTree(response.body()));
    } catch (IOException e) {
      throw new AssertionError(method + " " + path + " got no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** The body of a registration, with the references given as a JSON array's inside. */
  static String asked(String schema, String... references) {
    var node = JsonNodeFactory.instance.objectNode().put("schema", schema);
    try {
      return node.set("references", JSON.readTree("[" + String.join(",", references) + "]"))
          .toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static String reference(String name, String subject, int version) {
    return "{\"name\":\"%s\",\"subject\":\"%s\",\"version\":%d}".formatted(name, subject, version);
  }

  /** A record of optional or required int fields: {@code a} is required, {@code b?} optional. */
  static String record(String name, String... fields) {
    var parts = new ArrayList<String>();
    for (var field : fields) {
      parts.add(
          field.endsWith("?")
              ? "{\"name\":\"%s\",\"type\":\"int\",\"default\":0}"
                  .formatted(field.substring(0, field.length() - 1))
              : "{\"name\":\"%s\",\"type\":\"int\"}".formatted(field));
    }
    return "{\"type\":\"record\",\"name\":\"%s\",\"fields\":[%s]}"
        .formatted(name, String.join(",", parts));
  }
}
