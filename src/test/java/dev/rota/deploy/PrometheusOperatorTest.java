package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rota.serving.metrics.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Prometheus Operator gets the alerts that are beside this project's Prometheus. {@code
 * -Drota.deploy=write} writes its file.
 */
class PrometheusOperatorTest {
  private static final Path FOLDER = Path.of("deploy/kubernetes/components/prometheus-operator");
  private static final boolean WRITES = "write".equals(System.getProperty("rota.deploy"));
  private static final String HEAD =
      """
      # Written from deploy/prometheus/alerts.yml: ./mvnw test -Dtest=PrometheusOperatorTest -Drota.deploy=write
      # runbook_url begins with the external label rota_docs, if Prometheus has one (spec.externalLabels).
      apiVersion: monitoring.coreos.com/v1
      kind: PrometheusRule
      metadata:
        name: rota
        labels:
          app.kubernetes.io/name: rota
      spec:
      """;

  @Test
  void theRulesAreThoseOfTheAlerts() throws IOException {
    Path file = FOLDER.resolve("alerts.yaml");
    if (WRITES) {
      String alerts = Files.readString(Watched.ALERTS);
      String rules = alerts.substring(alerts.indexOf("groups:"));
      Files.writeString(file, HEAD + rules.indent(2));
    }
    JsonNode rule = new YAMLMapper().readTree(file.toFile());
    JsonNode alerts = new YAMLMapper().readTree(Watched.ALERTS.toFile());
    assertThat(rule.at("/spec/groups")).isNotEmpty().isEqualTo(alerts.path("groups"));
    for (JsonNode alert : rule.at("/spec/groups/0/rules")) {
      String page = alert.at("/annotations/runbook_url").asText();
      assertThat(Path.of(page.replaceFirst("^\\{\\{.*}}", ""))).as(page).isRegularFile();
    }
  }

  /** A ServiceMonitor's job is the name of the Service. */
  @Test
  void theJobsOfTheAlertsAreScraped() throws IOException {
    Set<String> jobs =
        Pattern.compile("job=\"([\\w-]+)\"")
            .matcher(Files.readString(Watched.ALERTS))
            .results()
            .map(job -> job.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    List<ObjectNode> objects =
        KustomizedObjects.of(Path.of("deploy/kubernetes/overlays/production"));
    Set<String> scraped = new TreeSet<>();
    for (ObjectNode monitor : objects) {
      if (monitor.path("kind").asText().equals("ServiceMonitor")) {
        List<ObjectNode> services =
            objects.stream()
                .filter(one -> one.path("kind").asText().equals("Service"))
                .filter(
                    one ->
                        one.at("/metadata/labels")
                            .properties()
                            .containsAll(monitor.at("/spec/selector/matchLabels").properties()))
                .toList();
        assertThat(services).hasSize(1);
        assertThat(services.get(0).at("/spec/ports/0/name"))
            .isEqualTo(monitor.at("/spec/endpoints/0/port"));
        scraped.add(services.get(0).at("/metadata/name").asText());
      }
    }
    assertThat(jobs).isNotEmpty().isEqualTo(scraped);
  }
}
