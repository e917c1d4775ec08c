package dev.rota.base.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @TempDir private Path dir;

  @Test
  void aFlagBeatsAVariableBeatsALaterFileBeatsAnEarlierOneBeatsTheDefault() throws IOException {
    Path early = file("early.properties", "threads=3\nstandbys=3\nhttp.port=3\npartitions=3\n");
    Path late = file("late.properties", "threads=4\nstandbys=4\nhttp.port=4\n");
    Settings settings =
        new SettingsSources()
            .flag("--threads", "threads", 6)
            .environment(Map.of("ROTA_THREADS", "5", "ROTA_STANDBYS", "5", "PATH", "/bin"))
            .file(early)
            .file(late)
            .load();
    assertThat(
            List.of("threads", "standbys", "http.port", "partitions", "metronome.ms").stream()
                .map(name -> name + "=" + settings.text(name) + " " + settings.origin(name)))
        .containsExactly(
            "threads=6 --threads",
            "standbys=5 ROTA_STANDBYS",
            "http.port=4 " + late + ":3",
            "partitions=3 " + early + ":4",
            "metronome.ms=100 default");
  }

  @Test
  void whatWouldDoNothingIsRefusedWhereverItIsGiven() throws IOException {
    Path file = file("some.properties", "kafka.sasl.mechanism=PLAIN\nthreads=3\n");
    SettingsSources sources =
        new SettingsSources()
            .refuse("the broker is another", "bootstrap.servers", "kafka.sasl.")
            .refuse("nobody counts", "standbys")
            .environment(Map.of("ROTA_BOOTSTRAP_SERVERS", "a:1"))
            .file(file);
    assertThat(catchThrowableOfType(BadSettings.class, sources::load).problems())
        .containsExactly(
            "ROTA_BOOTSTRAP_SERVERS: 'bootstrap.servers' has no effect here, since the broker is"
                + " another; unset it",
            file
                + ":1: 'kafka.sasl.mechanism' has no effect here, since the broker is another; unset"
                + " it");
  }

  @Test
  void aFallbackIsTakenWhenNobodySaysAnything() {
    SettingsSources sources =
        new SettingsSources().fallback("bootstrap.servers", "a:1", "rota dev");
    assertThat(sources.load().origin("bootstrap.servers")).isEqualTo("rota dev");
    sources.environment(Map.of("ROTA_BOOTSTRAP_SERVERS", "b:2"));
    assertThat(sources.load().text("bootstrap.servers")).isEqualTo("b:2");
  }

  @ParameterizedTest
  @CsvSource({
    "ROTA_KAFKA_SECURITY_PROTOCOL, SSL, kafka.security.protocol",
    "ROTA_KAFKA_SSL_TRUSTSTORE_LOCATION, /x, kafka.ssl.truststore.location",
    "ROTA_STREAMS_NUM_STANDBY_REPLICAS, 1, streams.num.standby.replicas",
    "ROTA_PRODUCER_LINGER_MS, 7, producer.linger.ms",
    "ROTA_CONSUMER_MY__OWN_KEY, 7, consumer.my_own.key",
    "ROTA_KAFKA_BOOTSTRAP_SERVERS, h:1, bootstrap.servers",
    "ROTA_SCHEMA_REGISTRY_URL, http://h, schema.registry.url",
    "ROTA_REGISTRY_URL, http://h, schema.registry.url",
  })
  void aVariableSpellsOneName(String variable, String value, String name) {
    assertThat(with(Map.of(variable, value)).all())
        .anySatisfy(
            found -> {
              assertThat(found.name()).isEqualTo(name);
              assertThat(found.text()).isEqualTo(value);
              assertThat(found.source()).isEqualTo(variable);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "ROTA_BOOTSTRAP_SERVRS|h:1|did you mean 'ROTA_BOOTSTRAP_SERVERS'",
        "ROTA_NONSENSE|1|ROTA_NONSENSE: unknown setting;",
        "ROTA_THREADS|many|'threads' is 'many'; expected a whole number from 1",
        "ROTA_THREADS|0|expected a whole number from 1",
        "ROTA_HTTP_PORT|70000|expected a port",
        "ROTA_BOOTSTRAP_SERVERS|localhost|expected host:port",
        "ROTA_BOOTSTRAP_SERVERS|h:x|expected host:port",
        "ROTA_SCHEMA_REGISTRY_URL|ftp://h|expected http or https addresses",
        "ROTA_GROUP_PROTOCOL|clasic|expected classic or streams",
        "ROTA_APPLICATION_ID|a b|expected letters",
        "ROTA_KAFKA_SECURTY_PROTOCOL|SSL|did you mean 'security.protocol'",
        "ROTA_KAFKA_REQUEST_TIMEOUT_MS|soon|expected a whole number",
        "ROTA_STREAMS_PROCESSING_GUARANTEE|at_least_once|exactly-once depends on it",
        "ROTA_CONSUMER_ISOLATION_LEVEL|read_uncommitted|exactly-once depends on it",
        "ROTA_PRODUCER_ACKS|1|exactly-once depends on it",
        "ROTA_STREAMS_PRODUCER_ACKS|1|exactly-once depends on it",
        "ROTA_STREAMS_PRODUCTION_EXCEPTION_HANDLER|x.Y|exactly-once depends on it",
        "ROTA_STREAMS_ROCKSDB_CONFIG_SETTER|x.Y|expected a class on the class path",
        "ROTA_KAFKA_SSL_KEY_PASSWORD_FILE|/no/such/file|cannot read the file",
      })
  void aVariableThatCannotBeUsedIsNamedWithItsCure(String variable, String value, String told) {
    assertThatThrownBy(() -> with(Map.of(variable, value)))
        .isInstanceOf(BadSettings.class)
        .hasMessageStartingWith(variable)
        .hasMessageContaining(told);
  }

  @Test
  void reservedKeysMayHaveTheValueThatTheyNeedAnyway() {
    Settings settings =
        with(
            Map.of(
                "ROTA_PRODUCER_ACKS", "all",
                "ROTA_KAFKA_ISOLATION_LEVEL", "read_committed",
                "ROTA_STREAMS_PROCESSING_GUARANTEE", "exactly_once_v2"));
    assertThat(settings.dangers()).isEmpty();
  }

  @Test
  void whoSetsUnsafeMayOverrideAndIsWarned() {
    Settings settings = with(Map.of("ROTA_UNSAFE", "1", "ROTA_PRODUCER_ACKS", "1"));
    assertThat(settings.producer()).containsEntry("acks", "1");
    assertThat(settings.dangers())
        .containsExactly("producer.acks is overridden by ROTA_PRODUCER_ACKS");
  }

  @Test
  void allProblemsAreToldAtOnceEachWithItsPlace() throws IOException {
    Path file = file("rota.properties", "# ours\nthreads=x\n\nboostrap.servers=h:1\n");
    BadSettings bad =
        catchThrowableOfType(
            BadSettings.class,
            () ->
                new SettingsSources()
                    .file(file)
                    .file(dir.resolve("none.properties"))
                    .environment(Map.of("ROTA_HTTP_PORT", "-1"))
                    .client("no-equals")
                    .require("bootstrap.servers")
                    .load());
    assertThat(bad.problems()).hasSize(6);
    assertThat(bad)
        .hasMessageContaining(file + ":2: 'threads' is 'x'")
        .hasMessageContaining(file + ":4: unknown setting 'boostrap.servers'; did you mean")
        .hasMessageContaining("none.properties: no such file")
        .hasMessageContaining("ROTA_HTTP_PORT")
        .hasMessageContaining("-X needs key=value")
        .hasMessageContaining("'bootstrap.servers' is not set");
  }

  @Test
  void aFileForKafkasOwnToolsIsTakenAsItIs() throws IOException {
    Path file =
        file(
            "client.properties",
            """
            security.protocol=SASL_SSL\r
            sasl.mechanism=SCRAM-SHA-512\r
            sasl.jaas.config=a.Module required \\\r
                password="x";\r
            """);
    Settings settings = new SettingsSources().file(file).load();
    assertThat(settings.admin())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.jaas.config", "a.Module required password=\"x\";");
  }

  @Test
  void byteOrderMarksLineEndsAndUmlautsAreNoProblem() throws IOException {
    Path file = file("rota.properties", "\uFEFFthreads=7\r\nstate.dir=/tmp/Zürich\r\n");
    Settings settings = new SettingsSources().file(file).load();
    assertThat(settings.number("threads")).isEqualTo(7);
    assertThat(settings.text("state.dir")).isEqualTo("/tmp/Zürich");
    assertThat(settings.origin("state.dir")).endsWith(":2");
  }

  @Test
  void aBadEscapeIsToldWithItsLine() throws IOException {
    Path file = file("rota.properties", "\n\nstate.dir=\\uZZZZ\n");
    assertThatThrownBy(() -> new SettingsSources().file(file).load())
        .hasMessageContaining(file + ":3:");
  }

  @Test
  void aSecretMayComeFromAFileAndIsNeverShown() throws IOException {
    Path secret = file("secret", "hush\n");
    Settings settings = with(Map.of("ROTA_KAFKA_SSL_KEY_PASSWORD_FILE", secret.toString()));
    assertThat(settings.kafka()).containsEntry("ssl.key.password", "hush");
    assertThat(settings.all().stream().map(EffectiveValue::shown).collect(Collectors.joining()))
        .doesNotContain("hush")
        .contains("****");
  }

  @Test
  void aSecretGivenTwiceIsAnErrorThatDoesNotEchoIt() throws IOException {
    Path secret = file("secret", "hush");
    assertThatThrownBy(
            () ->
                with(
                    Map.of(
                        "ROTA_REGISTRY_BASIC_AUTH_USER_INFO",
                        "me:hush",
                        "ROTA_REGISTRY_BASIC_AUTH_USER_INFO_FILE",
                        secret.toString())))
        .hasMessageContaining("ROTA_REGISTRY_BASIC_AUTH_USER_INFO_FILE")
        .hasMessageContaining("keep one")
        .hasMessageNotContaining("hush");
  }

  @Test
  void aSecretOnTheCommandLineIsRefusedWithoutEcho() {
    assertThatThrownBy(() -> new SettingsSources().client("ssl.key.password=hush").load())
        .hasMessageContaining("-X ssl.key.password")
        .hasMessageNotContaining("hush");
  }

  @Test
  void aLoginWithinAnAddressIsNotShown() {
    Settings settings = with(Map.of("ROTA_SCHEMA_REGISTRY_URL", "http://me:hush@h:8081"));
    assertThat(settings.find("schema.registry.url").orElseThrow().shown())
        .isEqualTo("http://****@h:8081");
    assertThat(settings.registry()).containsEntry("schema.registry.url", "http://me:hush@h:8081");
  }

  @Test
  void clientsGetWhatIsForAllThenWhatIsForThemThenFlags() {
    Settings settings =
        new SettingsSources()
            .flag("-b", "bootstrap.servers", "h:1")
            .client("request.timeout.ms=3")
            .environment(
                Map.of(
                    "ROTA_KAFKA_CLIENT_ID", "all",
                    "ROTA_PRODUCER_CLIENT_ID", "mine",
                    "ROTA_PRODUCER_REQUEST_TIMEOUT_MS", "2",
                    "ROTA_STREAMS_NUM_STANDBY_REPLICAS", "2"))
            .load();
    assertThat(settings.producer())
        .containsEntry("bootstrap.servers", "h:1")
        .containsEntry("client.id", "mine")
        .containsEntry("request.timeout.ms", "3")
        .containsEntry("acks", "all");
    assertThat(settings.consumer())
        .containsEntry("client.id", "all")
        .containsEntry("isolation.level", "read_committed");
    assertThat(settings.streams())
        .containsEntry("producer.client.id", "mine")
        .containsEntry("num.standby.replicas", "2")
        .doesNotContainKey("application.id");
  }

  @Test
  void theStreamsProtocolHasNoStaticMembers() {
    assertThatThrownBy(
            () ->
                with(
                    Map.of(
                        "ROTA_GROUP_PROTOCOL", "streams",
                        "ROTA_CONSUMER_GROUP_INSTANCE_ID", "one")))
        .hasMessageContaining("remove group.instance.id or use group.protocol=classic");
  }

  @Test
  void everySettingHasADefaultOfItsKindAndAVariableOfItsOwn() {
    assertThat(KnownSettings.ALL)
        .allSatisfy(
            setting -> {
              assertThat(setting.about()).isNotBlank();
              assertThat(
                      setting.otherwise().isEmpty()
                          || setting.kind().unlike(setting.otherwise()).isEmpty())
                  .as(setting.name())
                  .isTrue();
            });
    assertThat(KnownSettings.ALL.stream().map(SettingDefinition::environment))
        .doesNotHaveDuplicates();
  }

  private static Settings with(Map<String, String> variables) {
    return new SettingsSources().environment(variables).load();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text, StandardCharsets.UTF_8);
  }
}
