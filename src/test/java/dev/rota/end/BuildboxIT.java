package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * BuildGrid's own programs as they are, from Debian's unstable release in a folder: {@code recc}
 * and {@code trexe} send actions, and {@code buildbox-worker} runs them, through {@code rota dev
 * --reapi}. {@code ./mvnw -Pbuildbox verify} makes the folder if it may: root has to, and {@code
 * debootstrap} has to be installed. {@code -Drota.buildbox=FOLDER} names one that is there.
 */
@Tag("buildbox")
@ExtendWith(Patience.class)
class BuildboxIT {
  private static final int SOURCES = 6;

  @TempDir private static Path dir;

  private static Path root;

  @BeforeAll
  static void install() throws Exception {
    root = Path.of(System.getProperty("rota.buildbox", "target/buildbox")).toAbsolutePath();
    if (!Files.exists(root.resolve("usr/bin/recc"))) {
      NotRun.unless(
          run("id", "-u").out().strip().equals("0") && run("debootstrap", "--version").exit() == 0,
          "builds by buildbox: only root can make " + root + ", and by debootstrap");
      CommandLine made = run("debootstrap", "--variant=minbase", "sid", root.toString());
      NotRun.unless(made.exit() == 0, "builds by buildbox: " + last(made));
      CommandLine installed =
          chroot("apt-get", "install", "-y", "-qq", "buildbox", "gcc", "libc6-dev");
      NotRun.unless(installed.exit() == 0, "builds by buildbox: " + last(installed));
    }
    assertThat(chroot("recc", "--version").exit()).as("recc runs in %s", root).isZero();
  }

  private static String last(CommandLine ran) {
    return ran.out().strip().lines().reduce((_, last) -> last).orElse("nothing was printed");
  }

  private static CommandLine run(String... words) throws Exception {
    return CommandLine.ofProgram(dir, List.of(words));
  }

  private static Process start(Path printed, String... words) throws IOException {
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(printed.toFile())
        .start();
  }

  private static String[] inRoot(String... words) {
    List<String> all = new ArrayList<>(List.of("chroot", root.toString()));
    all.addAll(List.of("env", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"));
    all.addAll(List.of(words));
    return all.toArray(String[]::new);
  }

  private static CommandLine chroot(String... words) throws Exception {
    return run(inRoot(words));
  }

  /** An action that prints, by the client that only sends one. */
  private static CommandLine trexe(String executor, String script) throws Exception {
    return chroot("trexe", "--remote=" + executor, "--instance=", "--", "/bin/sh", "-c", script);
  }

  @Test
  void reccAndTrexeBuildOnBuildboxWorkersAndTheLedgerProvesIt() throws Exception {
    Path home = Files.createDirectories(dir.resolve("home"));
    List<String> words = new ArrayList<>(List.of("--domains", "bots", "--reapi", "--bots", "0"));
    for (String port : List.of("reapi", "kafka", "registry", "http", "page")) {
      words.addAll(List.of("--" + port + "-port", "0"));
    }
    try (DevProcess dev = DevProcess.start(home, words.toArray(String[]::new))) {
      JsonNode ready = dev.ready();
      String executor = ready.path("reapi").asText().replace("grpc://", "http://");
      Path log = dir.resolve("worker.log");
      Process worker =
          start(
              log,
              inRoot(
                  "buildbox-worker",
                  "--remote=" + executor,
                  "--instance=",
                  "--buildbox-run=buildbox-run-hosttools",
                  "--runner-arg=--disable-localcas",
                  "--concurrent-jobs=2",
                  "worker"));
      try {
        assertThat(trexe(executor, "echo made by a worker").out())
            .as(() -> read(log))
            .isEqualTo("made by a worker\n");
        assertThat(trexe(executor, "exit 3").exit()).as("the action's own code").isEqualTo(3);
        compile(executor.substring(executor.lastIndexOf('/') + 1));
      } finally {
        worker.destroy();
        assertThat(worker.waitFor()).as(() -> read(log)).isZero();
      }
      CommandLine audit =
          CommandLine.run(Map.of("ROTA_HOME", home.toString()), "", "audit", "bots");
      assertThat(audit.exit()).as(audit.err()).isZero();
      assertThat(audit.out()).startsWith("bots: PROVED\n");
      assertThat(dev.terminate()).as(dev.errors()).isEqualTo(143);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Several at once, then again: all of the second time is cached. */
  private static void compile(String server) throws Exception {
    Path sources = Files.createTempDirectory(root.resolve("tmp"), "sources");
    StringBuilder all = new StringBuilder("cd /tmp/" + sources.getFileName());
    all.append("; export RECC_LOG_LEVEL=info RECC_INSTANCE= RECC_SERVER=").append(server);
    for (int i = 0; i < SOURCES; i++) {
      Files.writeString(
          sources.resolve("part" + i + ".c"), "int part" + i + "(void) { return " + i + "; }\n");
      all.append("; recc gcc -c part%d.c -o part%<d.o || touch failed & ".formatted(i));
      all.append("all=\"$all $!\"");
    }
    String script = all.append("; wait $all; ls").toString();
    CommandLine first = chroot("sh", "-c", script);
    assertThat(first.out()).contains("Executing action remotely").doesNotContain("failed");
    for (int i = 0; i < SOURCES; i++) {
      assertThat(sources.resolve("part" + i + ".o")).isNotEmptyFile();
      Files.delete(sources.resolve("part" + i + ".o"));
    }
    CommandLine second = chroot("sh", "-c", script);
    assertThat(second.out()).contains("Action Cache hit").doesNotContain("failed");
    assertThat(second.out()).doesNotContain("Executing action remotely");
    for (int i = 0; i < SOURCES; i++) {
      assertThat(sources.resolve("part" + i + ".o")).isNotEmptyFile();
    }
  }
}
