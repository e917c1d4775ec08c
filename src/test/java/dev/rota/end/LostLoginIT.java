package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.app.Ran;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.lab.embedded.SecuredCluster.Access;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.testing.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts no more while an engine runs: the brokers ask for it again and again. */
class LostLoginIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final String ENGINE = "engine";

  @TempDir private Path dir;
  private SecuredCluster cluster;

  private void start(Access access) throws Exception {
    Map<String, String> askedOften =
        Map.of("connections.max.reauth.ms", "2000", "sasl.oauthbearer.clock.skew.seconds", "5");
    cluster = SecuredCluster.start(dir, access, askedOften, ENGINE);
    MissingTopics.create(cluster.admin(), RequiredTopics.of(BOTS), 1, (short) 1);
    cluster.grant(ENGINE, RightsTable.of(TopicRole.ENGINE, BOTS, "rota"));
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void anEngineWhosePasswordExpiresTriesForHalfAMinuteThenEndsAndSaysSo() throws Exception {
    start(Access.PASSWORD);
    CompletableFuture<Ran> engine = running();
    cluster.expire(ENGINE);

    assertThat(engine).succeedsWithin(Patience.MAX);
    Ran ran = engine.get();
    assertThat(ran.code()).as(ran.err()).isEqualTo(77);
    assertThat(ran.err()).contains("SCRAM-SHA-512", "sasl.jaas.config");
  }

  /**
   * It asks for another token in time, and ends when it can get none and its own counts no more.
   */
  @Test
  void anEngineThatGetsNoNewTokenEndsAndSaysSo() throws Exception {
    start(Access.TOKEN);
    cluster.tokens().live(Duration.ofSeconds(8));
    CompletableFuture<Ran> engine = running();
    int given = cluster.tokens().given();
    await().failFast(engine::isDone).until(() -> cluster.tokens().given() >= given + 2);
    cluster.tokens().close();

    assertThat(engine).succeedsWithin(Patience.MAX);
    Ran ran = engine.get();
    assertThat(ran.code()).as(ran.err()).isEqualTo(77);
    assertThat(ran.err()).contains("sasl.oauthbearer.token.endpoint.url still answers");
  }

  private CompletableFuture<Ran> running() throws IOException {
    String[] run = {
      "run",
      "-o",
      "json",
      "--domains",
      BOTS.name(),
      "--http-port",
      "0",
      "--state-dir",
      dir.resolve("state").toString(),
      "--config",
      cluster.config(ENGINE).toString()
    };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CompletableFuture<Ran> engine =
        CompletableFuture.supplyAsync(
            () -> Ran.into(out, Map.of("ROTA_HOME", "/nonexistent"), "", run),
            Thread::startVirtualThread);
    await().failFast(engine::isDone).until(() -> out.toString(UTF_8).contains("\"ready\":true"));
    return engine;
  }
}
