package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The health endpoints.
 *
 * <ul>
 *   <li>{@code /livez}: 200 unless a domain has given up
 *   <li>{@code /readyz}: 200 when every domain has run, runs or rebalances, and none has just lost
 *       a thread, else 503 with the reason
 *   <li>{@code /status}: every domain's state as JSON, and where more is told
 * </ul>
 */
public final class Health implements AutoCloseable {
  private static final int OK = 200;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final Supplier<List<Standing>> standings;
  private final Map<String, String> about;

  /**
   * How one domain stands.
   *
   * @param ran whether it has run, its state restored, since the process started
   * @param replaced threads that have died and were replaced
   * @param trouble what the last of them died of, while that is recent; else null
   */
  public record Standing(
      String domain, KafkaStreams.State state, boolean ran, int replaced, String trouble) {
    // While partitions move, the others are served: rebalancing is a normal state, not a fault; but
    // a start is a rebalance too, and until it is over nothing is served.
    private boolean ready() {
      return trouble == null
          && ran
          && (state == KafkaStreams.State.RUNNING || state == KafkaStreams.State.REBALANCING);
    }

    private Map<String, Object> shown() {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("domain", domain);
      shown.put("state", state.name());
      shown.put("replaced", replaced);
      if (trouble != null) {
        shown.put("trouble", trouble);
      } else if (!ran && !dead()) {
        shown.put("trouble", "it starts: its state is not restored yet");
      }
      return shown;
    }

    private boolean dead() {
      return state == KafkaStreams.State.ERROR || state == KafkaStreams.State.NOT_RUNNING;
    }
  }

  private record Answer(int status, Object body) {}

  private Health(HttpServer server, Supplier<List<Standing>> standings, Map<String, String> about) {
    this.server = server;
    this.standings = standings;
    this.about = about;
  }

  /**
   * Serves until closed.
   *
   * @param port 0 for any free
   * @param about what the status says of the process, by name
   * @throws IOException when the port is taken
   */
  public static Health start(
      String host, int port, Supplier<List<Standing>> standings, Map<String, String> about)
      throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
    Health health = new Health(server, standings, about);
    server.setExecutor(health.threads);
    server.createContext("/", health::serve);
    server.start();
    return health;
  }

  public String url() {
    InetSocketAddress at = server.getAddress();
    return "http://" + at.getHostString() + ":" + at.getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer =
          exchange.getRequestMethod().equals("GET")
              ? answer(exchange.getRequestURI().getPath())
              : new Answer(METHOD_NOT_ALLOWED, Map.of("error", "only GET is served here"));
      byte[] body = json(answer.body());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Answer answer(String path) {
    List<Standing> all = standings.get();
    return switch (path) {
      case "/livez" ->
          all.stream().anyMatch(Standing::dead)
              ? new Answer(UNAVAILABLE, Map.of("alive", false, "domains", shown(all)))
              : new Answer(OK, Map.of("alive", true));
      case "/readyz" ->
          !all.isEmpty() && all.stream().allMatch(Standing::ready)
              ? new Answer(OK, Map.of("ready", true))
              : new Answer(UNAVAILABLE, Map.of("ready", false, "domains", shown(all)));
      case "/", "/status" -> new Answer(OK, status(all));
      default ->
          new Answer(
              NOT_FOUND, Map.of("error", "there is no " + path + "; try /livez, /readyz, /status"));
    };
  }

  private Map<String, Object> status(List<Standing> all) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("domains", shown(all));
    status.putAll(about);
    return status;
  }

  private static List<Map<String, Object>> shown(List<Standing> all) {
    return all.stream().map(Standing::shown).toList();
  }

  private static byte[] json(Object body) throws JsonProcessingException {
    return (JSON.writeValueAsString(body) + "\n").getBytes(UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
