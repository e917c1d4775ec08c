package dev.rota.serving.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The expressions of the dashboards and alerts, by where they are. */
public final class Watched {
  /** The alert rules. */
  public static final Path ALERTS = Path.of("deploy/prometheus/alerts.yml");

  private static final Path BOARDS = Path.of("deploy/grafana");

  private Watched() {}

  public static Map<String, String> dashboards() throws IOException {
    Map<String, String> expressions = new TreeMap<>();
    for (String name : new String[] {"rota-domains", "rota-engine"}) {
      JsonNode board = new ObjectMapper().readTree(BOARDS.resolve(name + ".json").toFile());
      for (JsonNode panel : board.path("panels")) {
        String where = name + ", " + panel.path("title").asText() + " ";
        panel
            .path("targets")
            .forEach(
                one ->
                    expressions.put(
                        where + one.path("refId").asText() + panel.path("id"),
                        one.path("expr").asText()));
      }
    }
    return expressions;
  }

  public static JsonNode alerts() throws IOException {
    return new YAMLMapper().readTree(ALERTS.toFile()).at("/groups/0/rules");
  }

  /** All of them. */
  public static Map<String, String> expressions() throws IOException {
    Map<String, String> all = dashboards();
    alerts().forEach(one -> all.put(one.path("alert").asText(), one.path("expr").asText()));
    return all;
  }

  /** With what Grafana puts in for its variables when all is chosen. */
  public static String filled(String expression) {
    return expression.replace("$__rate_interval", "1m").replaceAll("\\$\\w+", ".*");
  }
}
