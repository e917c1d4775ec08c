package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.faults.EngineProcess;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.testing.Program;
import dev.rota.testing.ServiceJar;
import dev.rota.testing.alarms.AlarmDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A domain in a jar of its own: the program decides it, and audits and answers about it. */
final class DomainPathIT {
  private static final TopicPartition OUTCOMES = new TopicPartition("alarms-outcomes", 0);

  @TempDir private Path dir;
  private TestCluster cluster;
  private Path jar;

  @Test
  void isRunAuditedAndAskedAbout() throws Exception {
    jar = ServiceJar.ofAlarms(dir.resolve("alarms.jar"), AlarmDomain.class.getName());
    try (TestCluster started = TestCluster.start()) {
      cluster = started;
      List<List<String>> typed =
          DocsProcedure.commands(
              "commands", "## Domains of others", Map.of("alarms.jar", jar.toString()));
      assertThat(typed).hasSize(3);
      List<String> create = new ArrayList<>(typed.get(0));
      create.addAll(List.of("--partitions", "1"));
      ran("", create);
      assertThat(typed.get(1)).startsWith("run", "--domains", "alarms");
      assertThat(rota("", "topics", "acls")).contains("--topic alarm-settings", "--topic claims");
      Path state = dir.resolve("state");
      try (EngineProcess engine =
          EngineProcess.start(
              "alarms",
              cluster.bootstrap(),
              cluster.registryUrl(),
              state,
              Map.of(),
              typed.get(1).subList(3, 5))) {
        engine.ready();
        rota(
            "{\"topic\":\"alarm-settings\",\"key\":\"home\",\"value\":"
                + "{\"site\":\"home\",\"id\":\"tea\",\"inMillis\":86400000,\"note\":null}}\n",
            "produce");
        await().until(() -> decided() > 0);
        assertThat(engine.terminate()).as(engine.errors()).isEqualTo(143);
      }
      assertThat(ran("", typed.get(2))).contains("1 in the ledger exactly once");
      assertThat(rota("", "query", "alarms", "is_set", "id=tea", "--key", "home")).contains("true");
    }
  }

  private long decided() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      return admin
          .listOffsets(
              Map.of(OUTCOMES, OffsetSpec.latest()),
              new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
          .partitionResult(OUTCOMES)
          .get()
          .offset();
    }
  }

  /** Runs a command that succeeds, and returns what it prints. */
  private String rota(String in, String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--domain-path", jar.toString()));
    return ran(in, all);
  }

  /** The same with the path among the words. */
  private String ran(String in, List<String> words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Program.jvm());
    command.add("dev.rota.Rota");
    command.addAll(words);
    command.addAll(List.of("-b", cluster.bootstrap(), "--registry", cluster.registryUrl()));
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(Files.writeString(dir.resolve("in"), in).toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).as("%s: %s", command, Files.readString(err)).isZero();
    return Files.readString(out);
  }
}
