package dev.rota.base.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The health endpoints.
 *
 * <ul>
 *   <li>{@code /livez}: 200 unless a domain has given up
 *   <li>{@code /readyz}: 200 if every domain has run and is running or rebalancing, and none has
 *       just lost a thread; otherwise 503 with the reason
 *   <li>{@code /metrics}: what Prometheus scrapes
 *   <li>{@code /status}: every domain's state as JSON, and the place of the log
 * </ul>
 */
public final class HealthEndpoints implements AutoCloseable {
  private static final int OK = 200;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private final HttpPort port;
  private final Map<String, String> about;

  /**
   * The state of one domain.
   *
   * @param ran true if it has run with restored state since the process started
   * @param replaced number of threads that died and were replaced
   * @param trouble cause of the last thread's death while it is recent; otherwise null
   * @param held partitions of this process of which nothing is decided until they are released
   * @param more further fields of its status
   */
  public record Standing(
      String domain,
      KafkaStreams.State state,
      boolean ran,
      int replaced,
      String trouble,
      List<Integer> held,
      Record more) {
    /**
     * Returns true if it decides. Rebalancing is a normal state, because partitions that do not
     * move are served. The first rebalance is a start: nothing is served until it is over.
     */
    public boolean isReady() {
      return trouble == null
          && ran
          && (state == KafkaStreams.State.RUNNING || state == KafkaStreams.State.REBALANCING);
    }

    /** Returns it as fields of JSON. */
    public Map<String, Object> shown() {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("domain", domain);
      shown.put("state", state.name());
      shown.put("replaced", replaced);
      shown.put("held", held);
      shown.putAll(JSON.convertValue(more, FIELDS));
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

  private HealthEndpoints(
      HttpPort port,
      Supplier<List<Standing>> standings,
      Map<String, String> about,
      Supplier<HttpReply> metrics) {
    this.port = port;
    this.about = about;
    port.serve(
        new HttpRoutes(HealthEndpoints::refused)
            .guarded()
            .at("GET /livez", _ -> alive(standings.get()))
            .at("GET /readyz", _ -> ready(standings.get()))
            .at("GET /metrics", _ -> metrics.get())
            .at("GET /status", _ -> json(OK, status(standings.get())))
            .at("GET /", _ -> json(OK, status(standings.get()))));
  }

  /**
   * Serves until closed.
   *
   * @param port 0: any free port
   * @param about further fields of the status, by name
   * @param metrics what Prometheus scrapes
   * @throws IOException if the port is taken
   */
  public static HealthEndpoints start(
      String host,
      int port,
      Supplier<List<Standing>> standings,
      Map<String, String> about,
      Supplier<HttpReply> metrics)
      throws IOException {
    return new HealthEndpoints(
        HttpPort.bind("health-http", new InetSocketAddress(host, port)), standings, about, metrics);
  }

  public String url() {
    return port.url();
  }

  private static HttpReply alive(List<Standing> all) {
    return all.stream().anyMatch(Standing::dead)
        ? json(UNAVAILABLE, Map.of("alive", false, "domains", shown(all)))
        : json(OK, Map.of("alive", true));
  }

  private static HttpReply ready(List<Standing> all) {
    return !all.isEmpty() && all.stream().allMatch(Standing::isReady)
        ? json(OK, Map.of("ready", true))
        : json(UNAVAILABLE, Map.of("ready", false, "domains", shown(all)));
  }

  private static HttpReply refused(int status, String why) {
    String text =
        switch (status) {
          case NOT_FOUND -> why + "; try /livez, /readyz, /status, /metrics";
          case METHOD_NOT_ALLOWED -> "only GET is served here";
          default -> why;
        };
    return json(status, Map.of("error", text));
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

  private static HttpReply json(int status, Object body) {
    try {
      String text = JSON.writeValueAsString(body) + "\n";
      return new HttpReply(status, "application/json", text.getBytes(UTF_8));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // maps, lists and plain values are always writable
    }
  }

  @Override
  public void close() {
    port.close();
  }
}
