package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.rota.app.Ran;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.domains.Domains;
import dev.rota.faults.EngineProcess;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.embedded.RecordingAuthorizer;
import dev.rota.lab.embedded.RecordingAuthorizer.Decision;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.lab.embedded.SecuredCluster.Access;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.testing.Patience;
import dev.rota.testing.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All domains side by side on a cluster that lets nobody do what {@code topics acls} omits, by each
 * way to say who one is.
 */
@ParameterizedClass
@EnumSource(
    value = Access.class,
    names = {"PASSWORD", "CERTIFICATE"})
class SecuredIT {
  private static final String LANE = "lane";
  private static final String APPLICATION = "rota";
  private static final String ENGINE = "engine";
  private static final String NEEDY = SecuredCluster.RENAMED;

  /** What is left of a killed engine, its open transactions too, is waited for. */
  private static final Map<String, String> MISSED_SOON =
      Map.of(
          "ROTA_THREADS",
          "1",
          "ROTA_CONSUMER_SESSION_TIMEOUT_MS",
          "3000",
          "ROTA_PRODUCER_TRANSACTION_TIMEOUT_MS",
          "10000");

  @TempDir private static Path all;

  private static Path dir;
  private static SecuredCluster cluster;
  private static final Map<String, Iterator<Traffic.Event>> HISTORIES = new HashMap<>();
  private static final Map<String, Long> SENT = new HashMap<>();

  private final Access access;

  SecuredIT(Access access) {
    this.access = access;
  }

  @BeforeParameterizedClassInvocation
  static void start(Access access) throws Exception {
    dir = Files.createDirectory(all.resolve(access.name()));
    cluster = SecuredCluster.start(dir, access, ENGINE, NEEDY, SecurityPage.USER);
    SENT.clear();
    for (Domain domain : Domains.ALL) {
      MissingTopics.create(cluster.admin(), RequiredTopics.of(domain), 1, (short) 1);
      HISTORIES.put(domain.name(), DomainTraffic.of(domain).start(LANE, 1));
    }
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void anEngineStartsAgainHoweverItEndedAndNeedsWhatIsPrintedAndNoMore() throws Exception {
    RecordingAuthorizer.forget(); // another test takes a right away
    Ran printed = Ran.rota("topics", "acls", "--principal", cluster.principal(ENGINE));
    cluster.grant(printed.lines());
    List<AccessRight> rights = rights(TopicRole.ENGINE);
    Path state = dir.resolve("state");
    decideSome(state);
    try (EngineProcess killed = engine(state)) {
      send();
      awaitDecided();
      killed.kill();
    }
    remove(state);
    decideSome(state);
    for (Domain domain : Domains.ALL) {
      AuditReport report = audit(domain);
      assertThat(report.findings()).isEmpty();
      assertThat(report.inputs()).isEqualTo(SENT.get(domain.name()));
    }

    Set<Decision> decisions = RecordingAuthorizer.about(cluster.principal(ENGINE));
    assertThat(decisions).filteredOn(one -> !one.allowed() && !isOfOffsets(one)).isEmpty();
    assertThat(rights)
        .filteredOn(right -> !right.optional() && !isUsed(right, decisions))
        .isEmpty();
  }

  /** Of an abandoned transaction brokers describe those topics alone that the engine may see. */
  private static boolean isOfOffsets(Decision one) {
    return one.operation() == AclOperation.DESCRIBE && one.name().equals("__consumer_offsets");
  }

  /** Each domain by one of the ways. */
  @Test
  void eachRightThatIsMissingIsToldWithTheCommandThatGrantsIt() throws Exception {
    for (int i = access == Access.PASSWORD ? 0 : 1; i < Domains.ALL.size(); i += 2) {
      Domain domain = Domains.ALL.get(i);
      List<AccessRight> rights = RightsTable.of(TopicRole.ENGINE, domain, NEEDY);
      cluster.grant(NEEDY, rights);
      AccessRight create = named(rights, "Create on topic " + changelog(domain));
      assertThatItIsMissed(domain, create);
      TopicSpec rows = RequiredTopics.rows(changelog(domain));
      MissingTopics.create(cluster.admin(), List.of(rows), 1, (short) 1);
      for (AccessRight right : rights) {
        if (!right.optional() && !right.equals(create)) {
          assertThatItIsMissed(domain, right);
        }
      }
    }
  }

  private static String changelog(Domain domain) {
    return "%s-%s-%s-rows-changelog".formatted(NEEDY, domain.name(), domain.name());
  }

  private static AccessRight named(List<AccessRight> rights, String name) {
    return rights.stream().filter(one -> one.toString().equals(name)).findAny().orElseThrow();
  }

  private static void assertThatItIsMissed(Domain domain, AccessRight right) throws Exception {
    cluster.revoke(NEEDY, right);
    assertThatItIsRefused(domain, right);
    cluster.grant(NEEDY, List.of(right));
  }

  private static void assertThatItIsRefused(Domain domain, AccessRight right) {
    CommandFailure told =
        FailureTranslator.of(
            catchThrowableOfType(
                RuntimeException.class, () -> engine(domain, NEEDY, dir.resolve("never")).close()));
    assertThat(told.exit()).as(right.toString()).isEqualTo(ExitCode.NOT_AUTHORISED);
    String principal = cluster.surmised(NEEDY);
    assertThat(told.why())
        .contains(
            principal + " lacks ",
            right.operationName(),
            " on " + right.resourceName().replace('-', ' ') + " " + right.sample());
    assertThat(told.fix())
        .contains("let an administrator grant it", right.grant(cluster.bootstrap(), principal));
    assertThat(told.fix().contains("ssl.principal.mapping.rules"))
        .isEqualTo(!principal.equals(cluster.principal(NEEDY)));
  }

  @Test
  void aRightThatIsTakenAwayWhileAnEngineRunsEndsItWithTheSameWords() throws Exception {
    Domain domain = Domains.ALL.get(0);
    AccessRight right = named(rights(TopicRole.ENGINE), "Write on topic cores-ledger");
    cluster.grant(ENGINE, rights(TopicRole.ENGINE));
    try (DomainStreams streams = engine(domain, ENGINE, dir.resolve("running"))) {
      streams.awaitRunning(Patience.MAX);
      cluster.revoke(ENGINE, right);
      send();
      Throwable end = catchThrowable(() -> streams.stopped().join());
      assertThat(FailureTranslator.of((Exception) end).exit()).isEqualTo(ExitCode.NOT_AUTHORISED);
      assertThat(end)
          .hasMessageContainingAll(
              "lacks Write on topic cores-ledger",
              right.grant(cluster.bootstrap(), cluster.principal(ENGINE)));
    } finally {
      cluster.grant(ENGINE, List.of(right));
    }
  }

  /** The file of the page, and what is printed for it. */
  @Test
  void anEngineRunsWithTheSettingsOfThePage() throws Exception {
    Domain domain = Domains.ALL.get(0);
    String config = SecurityPage.config(cluster, access, dir).toString();
    String principal = cluster.principal(SecurityPage.USER);
    String[] words = {
      "topics", "acls", "--domains", domain.name(), "--principal", principal, "--config", config
    };
    cluster.grant(Ran.rota(words).lines());
    String state = "state.dir=" + dir.resolve("page") + "\n";
    Files.writeString(Path.of(config), state, StandardOpenOption.APPEND);
    Settings settings = new SettingsSources().file(Path.of(config)).load();
    try (DomainStreams streams = DomainStreams.start(domain, StreamsOptions.of(settings))) {
      streams.awaitRunning(Patience.MAX);
    }
    if (access == Access.PASSWORD) {
      runsWithThePasswordInAFile(Path.of(config), domain.name());
    }
    assertThat(RecordingAuthorizer.about(principal))
        .isNotEmpty()
        .filteredOn(one -> !one.allowed())
        .isEmpty();
  }

  /** The command of the page. */
  private static void runsWithThePasswordInAFile(Path config, String domain) throws Exception {
    String login = "sasl.jaas.config=";
    List<String> lines = Files.readAllLines(config);
    assertThat(lines).filteredOn(line -> line.startsWith(login)).hasSize(1);
    Path secret = dir.resolve("rota-jaas");
    for (String line : lines) {
      if (line.startsWith(login)) {
        Files.writeString(secret, line.substring(login.length()));
      }
    }
    Files.write(config, lines.stream().filter(line -> !line.startsWith(login)).toList());
    Path rota = dir.resolve("rota");
    String words = String.join("' '", Program.jvm("-Xmx256m"));
    Files.writeString(rota, "#!/bin/sh\nexec '" + words + "' dev.rota.Rota \"$@\"\n");
    assertThat(rota.toFile().setExecutable(true)).isTrue();
    Process engine =
        SecurityPage.engine(
                Access.PASSWORD, Map.of("/run/secrets/rota-jaas", secret.toString()), rota, domain)
            .directory(dir.toFile())
            .redirectError(dir.resolve("errors").toFile())
            .start();
    try (BufferedReader out = engine.inputReader()) {
      assertThat(out.readLine())
          .as(Files.readString(dir.resolve("errors")))
          .contains("\"ready\":true");
    } finally {
      engine.destroyForcibly().waitFor();
    }
  }

  @Test
  void whoIsNotTakenIsToldAtOnce() throws Exception {
    Map<String, Map<String, String>> credentials =
        access == Access.PASSWORD
            ? Map.of("a wrong password", password(ENGINE), "nobody", password("nobody"))
            : Map.of(
                "an expired certificate",
                cluster.keys().signed("late", "-startdate", "-9d", "-validity", "3"),
                "a certificate that nobody has signed",
                cluster.keys().untrusted("foreign"),
                "no certificate",
                Map.of(
                    "ssl.keystore.location",
                    "",
                    "ssl.keystore.type",
                    "",
                    "ssl.keystore.password",
                    "",
                    "ssl.key.password",
                    ""));
    for (var one : credentials.entrySet()) {
      String config = cluster.config(ENGINE, one.getValue()).toString();
      for (String verb : List.of("topics check", "run")) {
        Ran ran = Ran.rota((verb + " --config " + config).split(" "));
        assertThat(ran.code()).as(one.getKey() + ran.err()).isEqualTo(77);
        assertThat(ran.err())
            .contains(
                access == Access.PASSWORD
                    ? "check user and password in sasl.jaas.config"
                    : "check that ssl.keystore.location is set");
      }
    }
  }

  private static Map<String, String> password(String user) {
    return Map.of(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"wrong\";"
            .formatted(user));
  }

  private static boolean isUsed(AccessRight right, Set<Decision> decisions) {
    return decisions.stream()
        .anyMatch(
            one ->
                one.operation() == right.operation() && right.covers(one.resource(), one.name()));
  }

  private static EngineProcess engine(Path state) throws IOException {
    return EngineProcess.start(
            "all",
            cluster.bootstrap(),
            cluster.registryUrl(),
            state,
            MISSED_SOON,
            List.of("--config", cluster.config(ENGINE).toString()))
        .ready();
  }

  private static List<AccessRight> rights(TopicRole role) {
    return Domains.ALL.stream()
        .flatMap(domain -> RightsTable.of(role, domain, APPLICATION).stream())
        .toList();
  }

  /** Starts all domains in this process, lets them decide, and stops them in order. */
  private static void decideSome(Path state) throws Exception {
    send();
    List<DomainStreams> started =
        Domains.ALL.parallelStream().map(domain -> engine(domain, ENGINE, state)).toList();
    try {
      awaitDecided();
    } finally {
      started.parallelStream().forEach(DomainStreams::close);
    }
  }

  private static DomainStreams engine(Domain domain, String user, Path state) {
    return DomainStreams.start(
        domain,
        new StreamsSettings(
            user.equals(ENGINE) ? APPLICATION : user,
            cluster.client(user),
            Map.of("consumer.session.timeout.ms", 3_000),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            state,
            1,
            Duration.ofMillis(100)));
  }

  /** Sends some inputs of each domain, one of which nobody can read. */
  private static void send() throws Exception {
    Map<String, Object> admin = cluster.client("admin");
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(admin, new ByteArraySerializer(), values)) {
      for (Domain domain : Domains.ALL) {
        String input = domain.wire().inputs().get(0).topic();
        var unused = producer.send(new ProducerRecord<>(input, LANE.getBytes(UTF_8), null));
        SENT.merge(domain.name(), 1L, Long::sum);
        for (int i = 0; i < 50; i++) {
          Traffic.Event event = HISTORIES.get(domain.name()).next();
          unused =
              producer.send(
                  new ProducerRecord<>(
                      event.topic(),
                      null,
                      1_700_000_000_000L + event.atMillis(),
                      LANE.getBytes(UTF_8),
                      event.record()));
          SENT.merge(domain.name(), 1L, Long::sum);
        }
      }
    }
  }

  /** All that was ever sent. */
  private static void awaitDecided() {
    for (Domain domain : Domains.ALL) {
      await()
          .until(
              () -> {
                Map<TopicPartition, OffsetAndMetadata> decided =
                    cluster
                        .admin()
                        .listConsumerGroupOffsets(APPLICATION + "-" + domain.name())
                        .partitionsToOffsetAndMetadata()
                        .get();
                long count =
                    domain.wire().inputs().stream()
                        .map(input -> decided.get(new TopicPartition(input.topic(), 0)))
                        .mapToLong(at -> at == null ? 0 : at.offset())
                        .sum();
                return count == SENT.get(domain.name());
              });
    }
  }

  private static AuditReport audit(Domain domain) throws InterruptedException {
    try (var audit = new DomainAudit(domain, cluster.client("admin"))) {
      return audit.run(1);
    }
  }

  private static void remove(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
