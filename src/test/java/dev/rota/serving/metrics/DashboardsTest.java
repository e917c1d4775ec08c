package dev.rota.serving.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dashboards and alerts read metrics that the page has, and each alert has a runbook. */
final class DashboardsTest {
  private static final Path RUNBOOKS = Path.of("docs/runbooks");

  /** What Prometheus adds to each scrape. */
  private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

  @Test
  void everyMetricAndLabelOfRotaIsOnThePage() throws IOException {
    Set<String> used = new TreeSet<>();
    for (Map.Entry<String, String> one : Watched.expressions().entrySet()) {
      PromQl read = PromQl.of(one.getValue());
      assertThat(read.metrics()).as(one.getKey()).isNotEmpty();
      read.metrics()
          .forEach(
              (metric, labels) -> {
                used.add(metric);
                if (metric.startsWith("rota_")) {
                  assertThat(labelsOnPage(metric))
                      .as("%s: %s", one.getKey(), metric)
                      .containsAll(labels);
                }
              });
    }
    assertThat(used).contains("up", "rota_proved", "rota_turns_total", "jvm_memory_used_bytes");
  }

  private static Set<String> labelsOnPage(String metric) {
    try {
      Matcher row =
          Pattern.compile("\\| `" + metric + "` \\| \\w+ \\| ([^|]*) \\|")
              .matcher(Files.readString(Path.of("docs/metrics.md")));
      assertThat(row.find()).as("docs/metrics.md has " + metric).isTrue();
      Set<String> labels = new TreeSet<>(OF_PROMETHEUS);
      labels.addAll(Set.of(row.group(1).split(", ")));
      return labels;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyAlertHasARunbookWithItsExpressionAndNoOtherIsThere() throws IOException {
    Set<String> named = new TreeSet<>(Set.of("README.md"));
    for (JsonNode alert : Watched.alerts()) {
      String name = alert.path("alert").asText();
      Path page = RUNBOOKS.resolve(name + ".md");
      named.add(name + ".md");
      assertThat(Files.readString(page))
          .startsWith("# " + name + "\n")
          .contains(alert.path("expr").asText(), "## What to look at", "## What to do");
      assertThat(alert.at("/annotations/runbook").asText()).isEqualTo(page.toString());
      assertThat(alert.at("/annotations/runbook_url").asText())
          .isEqualTo("{{ $externalLabels.rota_docs }}" + page);
      assertThat(alert.at("/labels/severity").asText()).isIn("page", "ticket");
      assertThat(Files.readString(RUNBOOKS.resolve("README.md"))).contains("(" + name + ".md)");
    }
    try (Stream<Path> pages = Files.list(RUNBOOKS)) {
      assertThat(pages.map(page -> page.getFileName().toString()).collect(Collectors.toSet()))
          .isEqualTo(named);
    }
  }

  /** Debian's package prometheus has the program. */
  @Test
  void promtoolHoldsTheAlertsToTheirTests(@TempDir Path dir) throws Exception {
    NotRun.unless(isThere("promtool"), "promtool is not on this machine");
    Files.copy(Watched.ALERTS, dir.resolve("alerts.yml"));
    Path tests = dir.resolve("alerts.test.yml");
    Files.copy(Path.of("src/test/resources/prometheus/alerts.test.yml"), tests);
    Process checked =
        new ProcessBuilder("promtool", "test", "rules", tests.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(checked.getInputStream().readAllBytes(), UTF_8);
    assertThat(checked.waitFor()).as(said).isZero();
  }

  private static boolean isThere(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version").start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  @Test
  void anExpressionIsReadAsPrometheusReadsIt() {
    PromQl read =
        PromQl.of(
            "sum by (domain, reason) (rate(a_total{job=\"x{}\", lane=~\"$lane\"}[10m])) > 0.2 * on"
                + " (domain) group_left () max(b) and c unless on (e) d{f!=\"\"} offset 5m == bool"
                + " 1");
    assertThat(read.metrics())
        .isEqualTo(
            Map.of(
                "a_total", Set.of("job", "lane"), "b", Set.of(), "c", Set.of(), "d", Set.of("f")));
    assertThat(read.grouped()).containsExactly("domain", "e", "reason");
  }
}
