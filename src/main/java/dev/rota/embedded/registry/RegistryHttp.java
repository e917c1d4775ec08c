package dev.rota.embedded.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The protocol's outside: limits, types, errors.
 *
 * <p>{@code Accept} is not looked at, since Java's own client sends one that rules out every
 * answer.
 */
final class RegistryHttp implements HttpHandler {
  static final int BODY_MAX_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(RegistryHttp.class);
  private static final int DISCARD_MAX_BYTES = 8 << 20;
  private static final String ANSWER_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final Set<String> ACCEPTED =
      Set.of(
          ANSWER_TYPE,
          "application/vnd.schemaregistry+json",
          "application/json",
          "application/octet-stream");

  private final RegistryRoutes routes;

  RegistryHttp(RegistryRoutes routes) {
    this.routes = routes;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        send(exchange, 200, answer(exchange));
      } catch (RegistryError e) {
        send(exchange, e.status(), error(e.code(), e.getMessage()));
      } catch (RuntimeException e) { // the client must get an answer, whatever broke here
        LOG.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
        send(exchange, 500, error(50001, "The registry failed at this call; see its log: " + e));
      }
    }
  }

  private JsonNode answer(HttpExchange exchange) throws IOException {
    var body = body(exchange);
    var method = exchange.getRequestMethod();
    if (method.equals("POST") || method.equals("PUT")) {
      requireKnownType(exchange.getRequestHeaders().getFirst("Content-Type"));
    }
    var address = exchange.getRequestURI();
    if (address.getRawPath() == null || address.getRawPath().isEmpty()) {
      throw new RegistryError(404, "There is no path in " + address);
    }
    return routes.answer(method, address.getRawPath(), address.getRawQuery(), body);
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    var in = exchange.getRequestBody();
    var body = in.readNBytes(BODY_MAX_BYTES + 1);
    if (body.length <= BODY_MAX_BYTES) {
      return body;
    }
    // A client still sending would see a reset connection instead of the answer.
    for (var left = DISCARD_MAX_BYTES; left > 0; left -= BODY_MAX_BYTES) {
      if (in.readNBytes(BODY_MAX_BYTES).length == 0) {
        break;
      }
    }
    throw new RegistryError(
        413, "The body is larger than " + BODY_MAX_BYTES + " bytes; send a smaller schema");
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

  private static JsonNode error(int code, String message) {
    return JsonNodeFactory.instance.objectNode().put("error_code", code).put("message", message);
  }

  private static void send(HttpExchange exchange, int status, JsonNode answer) throws IOException {
    var bytes = answer.toString().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", ANSWER_TYPE);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
