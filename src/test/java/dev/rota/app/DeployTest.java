package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rota.Rota;
import dev.rota.app.console.RootCommand;
import dev.rota.app.run.HostedExecutor;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingDefinition;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.deploy.ComposeVariables;
import dev.rota.domains.Domains;
import dev.rota.testing.PrintedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.Test;

/** The compose file and the container, held to what the programs in them read. No Docker needed. */
class DeployTest {
  private static final Path COMPOSE = Path.of("docker-compose.yml");
  private static final Path DOCKERFILE = Path.of("deploy", "Dockerfile");

  /** What the registry's image turns into its settings. */
  private static final Set<String> REGISTRY_SETTINGS =
      Set.of(
          "host.name",
          "listeners",
          "kafkastore.bootstrap.servers",
          "kafkastore.topic.replication.factor");

  private static final Set<String> INSTRUCTIONS =
      Set.of(
          "FROM",
          "WORKDIR",
          "ARG",
          "COPY",
          "RUN",
          "USER",
          "VOLUME",
          "EXPOSE",
          "ENV",
          "ENTRYPOINT",
          "CMD");

  @Test
  void everyRotaVariableIsASettingWithAGoodValue() throws IOException {
    int checked = 0;
    for (Map.Entry<String, JsonNode> service : services().entrySet()) {
      Map<String, String> ours = ComposeVariables.of(service.getValue(), "ROTA_");
      Set<String> known =
          KnownSettings.ALL.stream()
              .map(SettingDefinition::environment)
              .collect(Collectors.toSet());
      assertThat(known).as(service.getKey()).containsAll(ours.keySet());
      assertThatCode(() -> new SettingsSources().environment(ours).load())
          .as(service.getKey())
          .doesNotThrowAnyException();
      checked += ours.size();
    }
    assertThat(checked).isGreaterThanOrEqualTo(7);
  }

  /** Transactions of a real pool are final: compose has nothing that executes them unasked. */
  @Test
  void nothingExecutesTransactionsUnlessItIsNamed() throws IOException {
    Map<String, String> ours = ComposeVariables.of(services().get("rota"), "ROTA_");
    Settings settings = new SettingsSources().environment(ours).load();
    assertThat(HostedExecutor.of(Domains.ALL, settings)).isEmpty();
  }

  @Test
  void everyKafkaVariableIsASettingOfTheBroker() throws IOException {
    Map<String, String> variables = ComposeVariables.of(services().get("kafka"), "KAFKA_");
    assertThat(variables).isNotEmpty();
    assertThat(AbstractKafkaConfig.CONFIG_DEF.names())
        .containsAll(variables.keySet().stream().map(name -> key(name, "KAFKA_")).toList());
  }

  @Test
  void everyRegistryVariableIsASettingOfTheRegistry() throws IOException {
    Map<String, String> variables =
        ComposeVariables.of(services().get("registry"), "SCHEMA_REGISTRY_");
    assertThat(variables).isNotEmpty();
    assertThat(REGISTRY_SETTINGS)
        .containsAll(
            variables.keySet().stream().map(name -> key(name, "SCHEMA_REGISTRY_")).toList());
  }

  @Test
  void noVariableIsOfAnotherKind() throws IOException {
    for (Map.Entry<String, JsonNode> service : services().entrySet()) {
      service
          .getValue()
          .path("environment")
          .properties()
          .forEach(
              variable ->
                  assertThat(variable.getKey())
                      .matches("(ROTA|KAFKA|SCHEMA_REGISTRY|GF)_[A-Z0-9_]+"));
    }
  }

  @Test
  void servicesAreFitForCompose() throws IOException {
    Map<String, JsonNode> services = services();
    assertThat(services)
        .containsOnlyKeys("kafka", "registry", "topics", "rota", "follow", "prometheus", "grafana");
    services.forEach(
        (name, service) -> {
          String image = service.path("image").asText();
          assertThat(image)
              .as(name)
              .matches("[a-z0-9./_-]+:[A-Za-z0-9._-]+")
              .doesNotEndWith("latest");
          boolean runsOnce = service.path("restart").asText().equals("no");
          assertThat(service.has("healthcheck"))
              .as(name + " has a health check")
              .isNotEqualTo(runsOnce);
          service
              .path("depends_on")
              .properties()
              .forEach(
                  needed -> {
                    assertThat(services).containsKey(needed.getKey());
                    assertThat(needed.getValue().path("condition").asText())
                        .matches("service_(healthy|completed_successfully)");
                  });
        });
  }

  @Test
  void commandsAreOnesThatTheProgramTakes() throws IOException {
    int checked = 0;
    for (JsonNode service : services().values()) {
      if (service.path("image").asText().startsWith("rota:")) {
        List<String> words = new ArrayList<>();
        service.path("command").forEach(word -> words.add(word.asText()));
        assertThatCode(() -> line().parseArgs(words.toArray(String[]::new)))
            .as(String.join(" ", words))
            .doesNotThrowAnyException();
        checked++;
      }
    }
    assertThat(checked).isEqualTo(3);
  }

  @Test
  void theContainerIsBuiltFromWhatIsThereAndRunsTheProgram() throws IOException {
    List<String> lines =
        Files.readAllLines(DOCKERFILE).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();
    lines.forEach(line -> assertThat(INSTRUCTIONS).contains(line.split(" ", 2)[0]));
    String entry =
        lines.stream().filter(line -> line.startsWith("ENTRYPOINT")).findFirst().orElseThrow();
    assertThat(entry).contains("\"" + Rota.class.getName() + "\"").contains("/opt/rota/rota.jar");
    assertThat(lines).anyMatch(line -> line.startsWith("USER ") && !line.contains("root"));
    assertThat(lines)
        .as("libraries are a layer that a change of the sources leaves")
        .containsSubsequence(
            "COPY pom.xml .",
            "RUN mvn -B -ntp dependency:resolve dependency:resolve-plugins",
            "COPY . .");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("COPY --from"))
        .as("what operators need, and nothing of the lab")
        .hasSize(3)
        .noneMatch(line -> line.contains("lab"));
    assertThat(Files.readString(Path.of("pom.xml"))).contains("<finalName>rota</finalName>");
  }

  private static picocli.CommandLine line() {
    return Main.line(new RootCommand(PrintedJson.nowhere()));
  }

  private static Map<String, JsonNode> services() throws IOException {
    Map<String, JsonNode> services = new TreeMap<>();
    new YAMLMapper()
        .readTree(COMPOSE.toFile())
        .path("services")
        .properties()
        .forEach(service -> services.put(service.getKey(), service.getValue()));
    return services;
  }

  private static String key(String variable, String prefix) {
    return variable.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }
}
