package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.book.DocBlock;
import dev.rota.base.book.ShownOutput;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import dev.rota.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of a domain, built as a stranger builds it: from a copy, without a network, against
 * the jars of this build. The program decides it, explains it and audits it.
 */
@ExtendWith(Patience.class)
final class DomainPathIT {
  private static final Path EXAMPLE = Path.of("examples", "alarms");
  private static final List<DocBlock> PAGE = DocBlock.of(EXAMPLE.resolve("README.md"));
  private static final Path BUILT = Path.of("target").toAbsolutePath();
  private static final TopicPartition OUTCOMES = new TopicPartition("alarms-outcomes", 0);

  @TempDir private static Path dir;
  private static Path jar;
  private TestCluster cluster;

  @BeforeAll
  static void build() throws Exception {
    NotRun.unless(Files.exists(BUILT.resolve("rota-lab.jar")), "nothing is packaged");
    try (Stream<Path> files = Files.walk(EXAMPLE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.startsWith(EXAMPLE.resolve("target"))) {
          Files.createDirectories(dir.resolve(file).getParent());
          Files.copy(file, dir.resolve(file));
        }
      }
    }
    script(
        "mvnw",
        "'%s' -o -q -Dmaven.repo.local='%s'"
            .formatted(Path.of("mvnw").toAbsolutePath(), repository()));
    script("rota", "'" + String.join("' '", Program.jvm()) + "' dev.rota.Rota");
    run(having("./mvnw"));
    jar = dir.resolve(EXAMPLE).resolve("target/alarms.jar");
    assertThat(jar).exists();
  }

  /** The local repository, and in it what {@code install} would put there. */
  private static Path repository() throws IOException {
    Path ours =
        Path.of(
            System.getProperty(
                "localRepository", System.getProperty("user.home") + "/.m2/repository"));
    Path own = Files.createDirectories(dir.resolve("repository/dev/rota/rota"));
    link(ours, own.getParent().getParent().getParent());
    link(ours.resolve("dev"), own.getParent().getParent());
    link(ours.resolve("dev/rota"), own.getParent());
    String version = Files.readString(EXAMPLE.resolve("pom.xml"));
    version = version.replaceAll("(?s).*<rota.version>(.*)</rota.version>.*", "$1");
    String name = "rota-" + version;
    Path place = Files.createDirectories(own.resolve(version));
    Files.copy(Path.of("pom.xml"), place.resolve(name + ".pom"));
    Files.copy(BUILT.resolve("rota.jar"), place.resolve(name + ".jar"));
    Files.copy(BUILT.resolve("rota-lab.jar"), place.resolve(name + "-lab.jar"));
    return dir.resolve("repository");
  }

  /** Links what is in a folder, but for what is in the other already. */
  private static void link(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      try (Stream<Path> all = Files.list(from)) {
        for (Path one : all.toList()) {
          Path link = to.resolve(one.getFileName());
          if (!Files.exists(link)) {
            Files.createSymbolicLink(link, one);
          }
        }
      }
    }
  }

  private static void script(String name, String command) throws IOException {
    Path file = Files.writeString(dir.resolve(name), "#!/bin/sh\nexec " + command + " \"$@\"\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static DocBlock having(String text) {
    return PAGE.stream()
        .filter(block -> block.isShell() && block.text().contains(text))
        .findFirst()
        .orElseThrow();
  }

  /** A process of the page's reader, who has typed the {@code export} lines before. */
  private static ProcessBuilder shell(String script) {
    String exported =
        "export ROTA_DOMAIN_PATH=" + EXAMPLE.resolve("target/alarms.jar") + "\n" + script;
    ProcessBuilder builder =
        Program.process(List.of("bash", "-e", "-o", "pipefail", "-c", exported))
            .directory(dir.toFile());
    builder.environment().put("ROTA_HOME", dir.resolve("home").toString());
    return builder;
  }

  /** Runs a block that succeeds, and returns what it prints. */
  private static String run(DocBlock block) throws IOException, InterruptedException {
    Path out = dir.resolve("block.out");
    Path err = dir.resolve("block.err");
    Process process =
        shell(block.text())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int exit = process.waitFor();
    assertThat(exit)
        .as("%s%n%s%n%s", block.text(), Files.readString(out), Files.readString(err))
        .isZero();
    return Files.readString(out);
  }

  /** What the example needs is what this build has: it is built without a network. */
  @Test
  void theExampleHasTheVersionsOfThisBuild() throws IOException {
    String build = Files.readString(Path.of("pom.xml"));
    for (String line : Files.readString(EXAMPLE.resolve("pom.xml")).lines().toList()) {
      if (line.matches(" *<((rota\\.)?version>\\d+\\.|maven\\.compiler\\.release>).*")) {
        assertThat(build).contains(line.replaceAll(".*(>.*</).*", "$1"));
      }
    }
  }

  @Test
  void doesWhatItsPageSays() throws Exception {
    Path said = dir.resolve("dev.err");
    Process dev =
        shell(
                having("./rota dev").text().strip()
                    + " --kafka-port 0 --registry-port 0"
                    + " --http-port 0 --page-port 0\n")
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(dir.resolve("dev.out").toFile())
            .redirectError(said.toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(dev::destroyForcibly));
    try {
      await()
          .failFast(() -> assertThat(dev.isAlive()).as(Files.readString(said)).isTrue())
          .until(() -> Files.readString(said).contains("rota dev is ready"));
      run(having("./rota produce"));
      DocBlock asked = having("./rota why");
      ShownOutput shown =
          PAGE.stream()
              .filter(block -> block.isOutput() && block.above().equals(asked))
              .map(block -> new ShownOutput(block.text()))
              .findFirst()
              .orElseThrow();
      await()
          .untilAsserted(
              () -> {
                String printed = run(asked);
                assertThat(shown.isLike(printed)).as(printed).isTrue();
              });
      run(having("./rota simulate"));
    } finally {
      dev.descendants().forEach(ProcessHandle::destroy);
      dev.destroy();
      dev.waitFor();
    }
  }

  @Test
  void isRunAuditedAndAskedAbout() throws Exception {
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
        Program.process(command)
            .redirectInput(Files.writeString(dir.resolve("in"), in).toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).as("%s: %s", command, Files.readString(err)).isZero();
    return Files.readString(out);
  }
}
