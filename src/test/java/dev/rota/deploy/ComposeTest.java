package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.Test;

/** What compose starts beside an engine: three brokers, the page, Prometheus and Grafana. */
class ComposeTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Path ONE = Path.of("docker-compose.yml");
  private static final Path THREE = Path.of("deploy/compose/three-brokers.yml");
  private static final List<String> BROKERS = List.of("kafka", "kafka-2", "kafka-3");

  /** Of Grafana: sections and keys of its configuration. */
  private static final Set<String> OF_GRAFANA =
      Set.of(
          "GF_SERVER_HTTP_ADDR",
          "GF_SERVER_HTTP_PORT",
          "GF_AUTH_ANONYMOUS_ENABLED",
          "GF_AUTH_ANONYMOUS_ORG_ROLE",
          "GF_AUTH_DISABLE_LOGIN_FORM",
          "GF_AUTH_BASIC_ENABLED",
          "GF_ANALYTICS_REPORTING_ENABLED",
          "GF_ANALYTICS_CHECK_FOR_UPDATES",
          "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH");

  private static JsonNode one() throws IOException {
    return YAML.readTree(ONE.toFile());
  }

  /** Both files, as compose merges them: maps are merged, and all else is the second one's. */
  private static JsonNode three() throws IOException {
    ObjectNode merged = (ObjectNode) one();
    merge(merged, YAML.readTree(THREE.toFile()));
    return merged;
  }

  private static void merge(ObjectNode into, JsonNode with) {
    with.properties()
        .forEach(
            field -> {
              if (into.get(field.getKey()) instanceof ObjectNode inner
                  && field.getValue().isObject()) {
                merge(inner, field.getValue());
              } else {
                into.set(field.getKey(), field.getValue());
              }
            });
  }

  private static List<String> words(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Test
  void threeBrokersFindEachOther() throws IOException {
    JsonNode services = three().path("services");
    Set<String> nodes = new TreeSet<>();
    Set<String> voters = new TreeSet<>();
    for (String broker : BROKERS) {
      Map<String, String> set = ComposeVariables.of(services.path(broker), "KAFKA_");
      assertThat(AbstractKafkaConfig.CONFIG_DEF.names())
          .containsAll(
              set.keySet().stream()
                  .map(name -> name.substring(6).toLowerCase(Locale.ROOT).replace('_', '.'))
                  .toList());
      nodes.add(set.get("KAFKA_NODE_ID") + "@" + broker + ":9093");
      voters.addAll(List.of(set.get("KAFKA_CONTROLLER_QUORUM_VOTERS").split(",")));
      String outside =
          set.get("KAFKA_ADVERTISED_LISTENERS").replaceFirst(".*OUTSIDE://localhost:", "");
      assertThat(set.get("KAFKA_ADVERTISED_LISTENERS"))
          .startsWith("INSIDE://" + broker + ":19092,");
      assertThat(set.get("KAFKA_LISTENERS"))
          .isEqualTo("INSIDE://:19092,OUTSIDE://:%s,CONTROLLER://:9093".formatted(outside));
      assertThat(words(services.path(broker).path("ports")))
          .containsExactly("127.0.0.1:%s:%s".formatted(outside, outside));
      assertThat(set.get("KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR")).isEqualTo("3");
      String volume = services.path(broker).at("/volumes/0").asText();
      assertThat(volume).isEqualTo(broker + ":" + set.get("KAFKA_LOG_DIRS"));
      assertThat(three().path("volumes").has(broker)).isTrue();
      assertThat(services.path(broker).path("image")).isEqualTo(one().at("/services/kafka/image"));
      assertThat(services.path(broker).has("healthcheck")).isTrue();
    }
    assertThat(nodes).hasSize(3).isEqualTo(voters);
    assertThat(three().path("name"))
        .as("volumes of one broker are left")
        .isNotEqualTo(one().path("name"));
  }

  @Test
  void rotaReachesAllThreeAndItsTopicsLieOnThem() throws IOException {
    JsonNode services = three().path("services");
    for (String service : List.of("topics", "rota", "follow")) {
      Settings settings =
          new SettingsSources()
              .environment(ComposeVariables.of(services.path(service), "ROTA_"))
              .load();
      List<String> expected = new ArrayList<>();
      for (String broker : BROKERS) {
        expected.add(
            service.equals("follow")
                ? "localhost:"
                    + services.path(broker).at("/ports/0").asText().replaceFirst(".*:", "")
                : broker + ":19092");
      }
      assertThat(settings.list(KnownSettings.BOOTSTRAP)).as(service).isEqualTo(expected);
    }
    assertThat(words(services.at("/topics/command"))).endsWith("--replication-factor", "3");
  }

  /** As systemd and Kubernetes do it. */
  @Test
  void anEngineThatEndsIsStartedAgain() throws IOException {
    assertThat(three().at("/services/rota/restart").asText()).isEqualTo("on-failure");
    assertThat(three().at("/services/topics/restart").asText()).isEqualTo("no");
  }

  @Test
  void thePageIsOnThisMachineAlone() throws IOException {
    JsonNode follow = one().at("/services/follow");
    assertThat(words(follow.path("profiles"))).containsExactly("page", "metrics");
    assertThat(follow.path("network_mode").asText()).isEqualTo("host");
    Settings settings =
        new SettingsSources().environment(ComposeVariables.of(follow, "ROTA_")).load();
    assertThat(settings.text(KnownSettings.FOLLOW_HOST)).isEqualTo("127.0.0.1");
    assertThat(settings.text(KnownSettings.APPLICATION))
        .isEqualTo(one().at("/services/rota/environment/ROTA_APPLICATION_ID").asText());
    assertThat(follow.at("/healthcheck/test/4").asText())
        .isEqualTo(
            "http://127.0.0.1:%d/readyz".formatted(settings.number(KnownSettings.FOLLOW_PORT)));
  }

  @Test
  void prometheusScrapesEngineAndPageAndGrafanaReadsIt() throws IOException {
    JsonNode services = one().path("services");
    JsonNode scraped = YAML.readTree(Path.of("deploy/prometheus/prometheus.yml").toFile());
    List<String> targets = new ArrayList<>();
    scraped
        .path("scrape_configs")
        .forEach(job -> targets.addAll(words(job.at("/static_configs/0/targets"))));
    assertThat(targets)
        .containsExactly(
            services.at("/rota/ports/0").asText().replaceFirst(":\\d+$", ""),
            "127.0.0.1:" + services.at("/follow/environment/ROTA_FOLLOW_PORT").asText());

    JsonNode prometheus = services.path("prometheus");
    assertThat(words(prometheus.path("volumes")))
        .contains("./deploy/prometheus:/etc/prometheus:ro");
    assertThat(words(prometheus.path("command")))
        .contains(
            "--config.file=/etc/prometheus/prometheus.yml", "--web.listen-address=127.0.0.1:9090");

    JsonNode grafana = services.path("grafana");
    Map<String, String> set = ComposeVariables.of(grafana, "GF_");
    assertThat(OF_GRAFANA).containsAll(set.keySet());
    assertThat(set)
        .containsEntry("GF_SERVER_HTTP_ADDR", "127.0.0.1")
        .containsEntry("GF_AUTH_BASIC_ENABLED", "false");
    Path provisioning = Path.of("deploy/grafana/provisioning");
    assertThat(
            YAML.readTree(provisioning.resolve("datasources/rota.yml").toFile())
                .at("/datasources/0/url")
                .asText())
        .isEqualTo("http://127.0.0.1:9090");
    String dashboards =
        YAML.readTree(provisioning.resolve("dashboards/rota.yml").toFile())
            .at("/providers/0/options/path")
            .asText();
    assertThat(words(grafana.path("volumes")))
        .containsExactly(
            "./deploy/grafana:" + dashboards + ":ro",
            "./" + provisioning + ":/etc/grafana/provisioning:ro");
    String home = set.get("GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH");
    Path file = Path.of(home.replace(dashboards, "deploy/grafana"));
    assertThatCode(() -> new ObjectMapper().readTree(Files.readString(file)))
        .doesNotThrowAnyException();
  }
}
