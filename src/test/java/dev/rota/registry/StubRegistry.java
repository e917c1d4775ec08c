package dev.rota.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.apache.avro.Schema;

/**
 * The part of the registry's REST API that serdes use, over a {@link MockRegistry}; it can be told
 * to fail.
 */
final class StubRegistry implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A request as it came in. */
  record Seen(String method, String uri, Map<String, List<String>> headers, String body) {
    String header(String name) {
      return headers.containsKey(name) ? headers.get(name).get(0) : null;
    }
  }

  /** An answer to give instead of the true one. */
  @SuppressWarnings("ArrayRecordComponent")
  record Fault(int status, byte[] body, Map<String, String> headers) {
    static Fault status(int status) {
      return new Fault(status, "{}".getBytes(StandardCharsets.UTF_8), Map.of());
    }
  }

  final String scope = "stub-" + UUID.randomUUID();
  final MockRegistry schemas = MockRegistry.scope(scope);
  final List<Seen> seen = new CopyOnWriteArrayList<>();
  final Queue<Fault> faults = new ConcurrentLinkedQueue<>();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);

  StubRegistry() throws IOException {
    this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  StubRegistry(SSLContext tls) throws IOException {
    this(secured(tls));
  }

  private StubRegistry(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  private static HttpServer secured(SSLContext tls) throws IOException {
    HttpsServer https =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(tls));
    return https;
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String uri = exchange.getRequestURI().toString();
    seen.add(new Seen(exchange.getRequestMethod(), uri, exchange.getRequestHeaders(), body));
    Fault fault = faults.poll();
    if (fault != null) {
      fault.headers.forEach(exchange.getResponseHeaders()::set);
      send(exchange, fault.status, fault.body);
      return;
    }
    try {
      Object answer =
          answer(exchange.getRequestMethod(), exchange.getRequestURI().getRawPath(), body);
      send(exchange, 200, JSON.writeValueAsBytes(answer));
    } catch (RegistryRefused e) {
      Map<String, Object> error = Map.of("error_code", e.errorCode(), "message", e.getMessage());
      send(exchange, e.status(), JSON.writeValueAsBytes(error));
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
    exchange.sendResponseHeaders(status, body.length);
    try (var out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private Object answer(String method, String path, String body) throws IOException {
    String[] part = path.substring(1).split("/", -1);
    String name = part.length > 1 ? URLDecoder.decode(part[1], StandardCharsets.UTF_8) : "";
    String route = method + " " + part[0] + (part.length > 1 ? "/" + part.length : "");
    return switch (route) {
      case "GET subjects" -> schemas.subjects();
      case "POST subjects/2" -> Map.of("id", schemas.lookup(name, sent(body)));
      case "POST subjects/3" -> Map.of("id", schemas.register(name, sent(body)));
      case "GET subjects/4" -> version(schemas.latest(name));
      case "GET schemas/3" -> byName(name, part[2]);
      case "GET config/2" -> Map.of("compatibilityLevel", schemas.compatibility(name).name());
      case "PUT config/2" -> changed(name, JSON.readTree(body));
      case "POST compatibility/4" -> verdict(decoded(part[2]), sent(body));
      default -> throw new RegistryRefused(404, 404, "HTTP 404 Not Found");
    };
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private Object byName(String kind, String name) {
    Schema schema =
        kind.equals("ids")
            ? schemas.byId(Integer.parseInt(name))
            : schemas.byGuid(UUID.fromString(name));
    return Map.of("schema", schema.toString());
  }

  private Object changed(String subject, JsonNode body) {
    String level = body.path("compatibility").asText();
    schemas.compatibility(subject, CompatibilityLevel.valueOf(level));
    return Map.of("compatibility", level);
  }

  private Object verdict(String subject, Schema schema) {
    List<String> messages = schemas.testCompatibility(subject, schema);
    return Map.of("is_compatible", messages.isEmpty(), "messages", messages);
  }

  private static Object version(RegisteredSchema found) {
    return Map.of(
        "subject", found.subject(),
        "version", found.version(),
        "id", found.id(),
        "schema", found.schema().toString());
  }

  private static Schema sent(String body) throws IOException {
    return new Schema.Parser().parse(JSON.readTree(body).path("schema").asText());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    MockRegistry.drop(scope);
  }
}
