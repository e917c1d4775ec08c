package dev.rota.serving.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An alert about what one scrape says: a metric, one label at most, and a number. */
public record AlertRule(String metric, String label, String value, String compared, double to) {
  private static final Pattern PLAIN =
      Pattern.compile("(\\w+)(?:\\{(\\w+)=\"(\\w+)\"})? (==|>) (\\d+)");

  /** Those of the alerts that are of this kind, by name. */
  public static Map<String, AlertRule> all() throws IOException {
    Map<String, AlertRule> all = new TreeMap<>();
    for (JsonNode one : Watched.alerts()) {
      Matcher plain = PLAIN.matcher(one.path("expr").asText());
      if (plain.matches()) {
        all.put(
            one.path("alert").asText(),
            new AlertRule(
                plain.group(1),
                plain.group(2),
                plain.group(3),
                plain.group(4),
                Double.parseDouble(plain.group(5))));
      }
    }
    return all;
  }

  /** Returns true if a series of this text of metrics fits it. */
  public boolean fires(String metrics) {
    return Scrape.of(metrics).series(metric).stream()
        .filter(one -> label == null || value.equals(one.labels().get(label)))
        .mapToDouble(Scrape.Sample::value)
        .anyMatch(one -> compared.equals(">") ? one > to : one == to);
  }
}
