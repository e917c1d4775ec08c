package dev.rota.app.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.follower.FollowerClient;
import dev.rota.road.stream.status.RestoredRows;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an engine says of itself by HTTP.
 *
 * @param version of its program; empty: it does not say
 * @param rules the newest version that it can decide by; 0: it does not run the domain
 * @param active partitions that it decides
 * @param standby partitions of which it has a copy of the rows
 * @param opening partitions that it restores or replays just now
 * @param restored the last restore of each partition there
 * @param trouble why it is not ready; empty: it is
 * @param started when its process was started, ISO 8601; empty: it does not say
 */
record EngineStatus(
    String url,
    String version,
    int rules,
    Set<Integer> active,
    Set<Integer> standby,
    Set<Integer> opening,
    List<RestoredRows> restored,
    String trouble,
    String started) {
  /**
   * Asks.
   *
   * @throws CommandFailure if it does not answer
   */
  static EngineStatus ask(URI url, String domain) {
    return of(url.toString(), new FollowerClient(url).get(Map.of(), "status"), domain);
  }

  /**
   * Asks when the process there was started.
   *
   * @return ISO 8601; empty: nobody answers within a second, or it does not say
   */
  static String started(String url) {
    try {
      return new FollowerClient(URI.create(url))
          .hasty()
          .get(Map.of(), "status")
          .path("started")
          .asText();
    } catch (CommandFailure e) {
      return "";
    }
  }

  /** Reads an answer. */
  static EngineStatus of(String url, ObjectNode said, String domain) {
    JsonNode own = said.path("missing");
    for (JsonNode one : said.path("domains")) {
      own = one.path("domain").asText().equals(domain) ? one : own;
    }
    Set<Integer> opening = new TreeSet<>();
    own.path("opening").forEach(one -> opening.add(one.path("partition").asInt()));
    List<RestoredRows> restored = new ArrayList<>();
    own.path("restored")
        .forEach(
            one ->
                restored.add(
                    new RestoredRows(
                        one.path("partition").asInt(),
                        one.path("records").asLong(),
                        one.path("millis").asLong())));
    return new EngineStatus(
        url,
        said.path("version").asText(),
        own.path("rules").asInt(),
        numbers(own.path("active")),
        numbers(own.path("standby")),
        opening,
        restored,
        own.path("trouble").asText(),
        said.path("started").asText());
  }

  private static Set<Integer> numbers(JsonNode list) {
    Set<Integer> numbers = new TreeSet<>();
    list.forEach(one -> numbers.add(one.asInt()));
    return numbers;
  }

  boolean runsDomain() {
    return rules > 0;
  }
}
