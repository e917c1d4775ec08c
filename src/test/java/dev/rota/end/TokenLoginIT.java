package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.app.Ran;
import dev.rota.app.builds.FrontDoorOpener;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.RecordingAuthorizer;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.lab.embedded.SecuredCluster.Access;
import dev.rota.lab.embedded.TokenServer;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.SessionKey;
import dev.rota.serving.builds.StorageAccess;
import dev.rota.testing.Program;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An engine that says who it is by a token of an identity provider, by Kafka's own handlers on both
 * sides, from the launcher.
 */
class TokenLoginIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final String ENGINE = SecurityPage.USER;
  private static final String JOB =
      """
      {"topic":"jobs","key":"builds","value":{"grid":"builds","event":{"Submitted":{"job":"%s","instance":"main"}}}}
      """;

  private static final String HEARTBEAT =
      """
      {"topic":"bot-heartbeats","key":"builds","value":{"grid":"builds","bot":"b1"}}
      """;

  @TempDir private Path dir;
  private Path launcher;
  private SecuredCluster cluster;

  @BeforeEach
  void start() throws Exception {
    launcher = installed();
    cluster = SecuredCluster.start(dir, Access.TOKEN);
    MissingTopics.create(cluster.admin(), RequiredTopics.of(BOTS), 1, (short) 1);
    for (TopicRole role : TopicRole.values()) {
      cluster.grant(user(role), RightsTable.of(role, BOTS, "rota"));
    }
  }

  private static String user(TopicRole role) {
    return role == TopicRole.ENGINE ? ENGINE : role.name().toLowerCase(Locale.ROOT);
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void anEngineStartsAgainByATokenAndSaysWhyItGetsNone() throws Exception {
    String own = cluster.tokens().tokens();
    Map<String, String> here = Map.of(SecurityPage.PROVIDER, own);
    for (int i = 1; i <= 2; i++) {
      Process engine = engine(here);
      try (BufferedReader out = engine.inputReader()) {
        assertThat(out.readLine()).as(errors()).contains("\"ready\":true");
        produce("j" + i);
        int sent = i;
        await().until(() -> decided() == sent);
        engine.destroy();
        assertThat(engine.waitFor()).isEqualTo(143);
      } finally {
        engine.destroyForcibly();
      }
    }
    eachRoleDoesItsWork();
    whatTheProviderOrTheBrokerRefusesIsTold();

    String allowed = "ROTA_JAVA_OPTS=-D" + TokenServer.ALLOWED + "=";
    assertThat(engine(Map.of(allowed + SecurityPage.PROVIDER, "")).waitFor()).isEqualTo(78);
    assertThat(errors()).contains(allowed + own);

    cluster.tokens().close();
    assertThat(engine(here).waitFor()).isEqualTo(69);
    assertThat(errors())
        .contains("the login of Kafka's client", "sasl.oauthbearer.token.endpoint.url")
        .doesNotContain("Caused by", "\tat ");
  }

  private void eachRoleDoesItsWork() throws Exception {
    good(TopicRole.PRODUCER, JOB.formatted("j3"), "produce");
    good(TopicRole.BOT, HEARTBEAT, "produce");
    good(TopicRole.CONSUMER, "", "consume", "bots-outcomes");
    good(TopicRole.FOLLOWER, "", "state", "bots", "--key", "builds");
    good(TopicRole.AUDITOR, "", "audit", "bots");
    String key = dir.resolve("notary.key").toString();
    assertThat(Ran.rota("keys", "new", "acme.example/test", key).code()).isZero();
    String log = dir.resolve("log").toString();
    good(TopicRole.NOTARY, "", "notary", "--key", key, "--dir", log, "--domains", "bots", "--once");
    good(TopicRole.BACKUP, "", "backup", "bots", dir.resolve("backup").toString());
    good(TopicRole.OPERATOR, "", "topics", "check", "--domains", "bots");
    Settings settings = new SettingsSources().file(cluster.config(user(TopicRole.REAPI))).load();
    StorageAccess nowhere = StorageAccess.of(URI.create("grpc://127.0.0.1:1"));
    try (BuildFrontDoor door =
        FrontDoorOpener.open(settings, DoorAccess.local(0, SessionKey.random()), nowhere)) {
      await().until(() -> door.trouble() == null);
    }
    for (TopicRole role : TopicRole.values()) {
      assertThat(RecordingAuthorizer.about(cluster.principal(user(role))))
          .as(role.name())
          .isNotEmpty()
          .filteredOn(one -> !one.allowed())
          .isEmpty();
    }
  }

  private void good(TopicRole role, String in, String... words) throws IOException {
    Ran ran = run(in, cluster.config(user(role)), words);
    assertThat(ran.code()).as(String.join(" ", words) + ran.err()).isZero();
  }

  private static Ran run(String in, Path config, String... words) {
    return Ran.rota(
        Map.of("ROTA_HOME", "/nonexistent"),
        in,
        Stream.concat(Arrays.stream(words), Stream.of("--config", config.toString()))
            .toArray(String[]::new));
  }

  private void whatTheProviderOrTheBrokerRefusesIsTold() throws IOException {
    Map<String, String> wrong =
        Map.of("sasl.oauthbearer.client.credentials.client.secret", "wrong-secret");
    for (String verb : List.of("topics check", "run")) {
      Ran foreign = run("", cluster.config(TokenServer.FOREIGNER), verb.split(" "));
      assertThat(foreign.code()).as(foreign.err()).isEqualTo(77);
      assertThat(foreign.err())
          .contains("sasl.oauthbearer.expected.audience")
          .doesNotContain("user and password");
      Ran secret = run("", cluster.config(ENGINE, wrong), verb.split(" "));
      assertThat(secret.code()).as(secret.err()).isEqualTo(77);
      assertThat(secret.err())
          .contains("401", "wrong secret", "sasl.oauthbearer.client.credentials.client.secret")
          .doesNotContain("Caused by", "\tat ");
    }
  }

  private void produce(String job) throws IOException {
    String config = cluster.config("admin").toString();
    Ran ran =
        Ran.rota(
            Map.of("ROTA_HOME", "/nonexistent"), JOB.formatted(job), "produce", "--config", config);
    assertThat(ran.code()).as(ran.err()).isZero();
  }

  private long decided() throws Exception {
    var at =
        cluster
            .admin()
            .listConsumerGroupOffsets("rota-bots")
            .partitionsToOffsetAndMetadata()
            .get()
            .get(new TopicPartition("jobs", 0));
    return at == null ? 0 : at.offset();
  }

  /**
   * The command of the page, with the file of the page.
   *
   * @param here what stands in the command, and what is meant
   */
  private Process engine(Map<String, String> here) throws IOException {
    SecurityPage.config(cluster, Access.TOKEN, dir);
    ProcessBuilder builder =
        SecurityPage.engine(Access.TOKEN, here, launcher, BOTS.name())
            .directory(dir.toFile())
            .redirectError(dir.resolve("errors").toFile());
    builder.environment().put("ROTA_STATE_DIR", dir.resolve("state").toString());
    builder.environment().put("JAVA_HOME", dir.resolve("jdk").toString());
    Process process = builder.start();
    // Else it outlives a build that is broken off.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  private String errors() throws IOException {
    return Files.readString(dir.resolve("errors"));
  }

  /** The launcher beside a jar of what is under test, as a distribution has it. */
  private Path installed() throws IOException {
    Path home = Files.createDirectories(dir.resolve("home/target")).getParent();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(Program.classPath().split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toUri().toString())
                .collect(Collectors.joining(" ")));
    try (OutputStream jar = Files.newOutputStream(home.resolve("target/rota.jar"))) {
      new JarOutputStream(jar, manifest).close();
    }
    // Not the JDK itself: of that the launcher would make an archive, for half a minute.
    Path java = Files.createDirectories(dir.resolve("jdk/bin")).resolve("java");
    String own = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Files.writeString(java, "#!/bin/sh\nexec '" + own + "' \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.copy(Path.of("find-java.sh"), home.resolve("find-java.sh"));
    return Files.copy(Path.of("rota"), home.resolve("rota"));
  }
}
