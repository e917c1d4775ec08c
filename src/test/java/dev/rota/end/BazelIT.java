package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.book.DocBlock;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bazel as it is, from npm and from Debian, builds and tests on {@code rota dev --reapi}: programs
 * that gcc compiles, tests, what fails, and all of it again from the cache.
 */
@Tag("interop")
@ExtendWith(Patience.class)
class BazelIT {
  /** The newest there. */
  private static final String PACKAGE = "@bazel/bazel-linux_x64@2.1.0";

  private static final Pattern PROCESSES = Pattern.compile("INFO: (\\d+) process(es)?: (.*)\\.");

  private static final Pattern INTERNAL = Pattern.compile("\\d+ internal, |, \\d+ internal");

  @TempDir private Path dir;

  private Path program;

  private void needs(String... tools) throws Exception {
    for (String tool : tools) {
      NotRun.unless(
          CommandLine.ofProgram(dir, List.of(tool, "--version")).exit() == 0,
          "builds by Bazel: " + tool + " is not installed");
    }
  }

  private Path fromNpm() throws Exception {
    needs("gcc", "npm", "tar", "bash");
    Path kept = Files.createDirectories(Path.of("target/bazel").toAbsolutePath());
    if (!Files.isDirectory(kept.resolve("package"))) {
      CommandLine packed = CommandLine.ofProgram(kept, List.of("npm", "pack", "--silent", PACKAGE));
      NotRun.unless(packed.exit() == 0, "builds by Bazel, which npm has: " + packed.out());
      String file = packed.out().strip().lines().reduce((_, last) -> last).orElseThrow();
      assertThat(CommandLine.ofProgram(kept, List.of("tar", "xzf", file)).exit()).isZero();
    }
    try (Stream<Path> files = Files.list(kept.resolve("package"))) {
      Path bazel =
          files.filter(file -> file.getFileName().toString().startsWith("bazel-")).toList().get(0);
      assertThat(bazel.toFile().setExecutable(true)).isTrue();
      return bazel;
    }
  }

  /** Its first run unpacks it. */
  private Path fromDebian() throws Exception {
    needs("gcc", "bash");
    Path bazel = Path.of("/usr/bin/bazel");
    NotRun.unless(Files.isExecutable(bazel), "builds by Debian's bazel-bootstrap: not installed");
    return bazel;
  }

  private CommandLine bazel(Path workspace, String verb, String... words) throws Exception {
    List<String> all = new ArrayList<>(started());
    all.add(verb);
    all.addAll(List.of(words));
    return CommandLine.ofProgram(workspace, all);
  }

  private List<String> started() {
    return List.of(
        program.toString(),
        "--output_user_root=" + dir.resolve("bazel"),
        "--host_jvm_args=-Xmx300m");
  }

  /** The command of README.md, with this Bazel, workspace and door. */
  private void asTheReadmeSays(Path workspace, String executor) throws Exception {
    assertThat(bazel(workspace, "clean").exit()).isZero();
    List<String> flags = new ArrayList<>();
    flags.add("--override_repository=remote_coverage_tools=" + workspace.resolve("coverage"));
    flags.addAll(List.of("--spawn_strategy=remote", "--color=no", "--curses=no"));
    String function =
        "bazel() { '%s' \"$@\" '%s'; }%n"
            .formatted(String.join("' '", started()), String.join("' '", flags));
    String written = DocBlock.having(Path.of("README.md"), "bazel build").text();
    assertThat(written).contains("src/test/bazel ", "grpc://127.0.0.1:8980 ");
    String script =
        written
            .replace("src/test/bazel", workspace.toString())
            .replace("grpc://127.0.0.1:8980", executor);
    CommandLine built = CommandLine.ofProgram(dir, List.of("bash", "-ec", function + script));
    assertThat(built.exit()).as(built.out()).isZero();
    assertThat(workspace.resolve("bazel-bin/printed.txt"))
        .hasContent("the sum is 276 of 24 parts\n");
  }

  private CommandLine build(Path workspace, String verb, String executor, String... words)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--remote_executor=" + executor);
    all.add("--override_repository=remote_coverage_tools=" + workspace.resolve("coverage"));
    all.addAll(List.of("--spawn_strategy=remote", "--color=no", "--curses=no"));
    return bazel(workspace, verb, all.toArray(String[]::new));
  }

  private Path workspace() throws IOException {
    Path source = Path.of("src/test/bazel");
    Path workspace = dir.resolve("workspace");
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, workspace.resolve(source.relativize(file).toString()));
      }
    }
    return workspace;
  }

  private static String processes(CommandLine built) {
    Matcher found = PROCESSES.matcher(built.out());
    assertThat(found.find()).as(built.out()).isTrue();
    assertThat(Integer.parseInt(found.group(1))).isGreaterThanOrEqualTo(30);
    return INTERNAL.matcher(found.group(3)).replaceFirst("");
  }

  @Test
  void aWorkspaceIsBuiltAndTestedByTheBazelOfNpmAndTheLedgerProvesIt() throws Exception {
    program = fromNpm();
    buildsAndTests();
  }

  @Test
  void aWorkspaceIsBuiltAndTestedByTheBazelOfDebianAndTheLedgerProvesIt() throws Exception {
    program = fromDebian();
    buildsAndTests();
  }

  private void buildsAndTests() throws Exception {
    Path workspace = workspace();
    Path home = Files.createDirectories(dir.resolve("home"));
    String[] words = {
      "--domains",
      "bots",
      "--reapi",
      "--bots",
      "2",
      "--reapi-port",
      "0",
      "--kafka-port",
      "0",
      "--registry-port",
      "0",
      "--http-port",
      "0",
      "--page-port",
      "0"
    };
    try (DevProcess dev = DevProcess.start(home, words)) {
      JsonNode ready = dev.ready();
      String executor = ready.path("reapi").asText();

      CommandLine first = build(workspace, "test", executor, "--keep_going", "//...");
      assertThat(first.exit()).as(first.out()).isEqualTo(1);
      // Two actions may be equal.
      assertThat(processes(first))
          .as("all of it remote")
          .matches("(\\d+ remote cache hits?, )?\\d+ remote");
      assertThat(first.out())
          .containsPattern("Executing genrule //broken:fails failed:? \\(Exit 7\\)")
          .contains("\nthis action is broken\n")
          .containsPattern("//:sum_test +PASSED")
          .containsPattern("//:name_test +PASSED")
          .containsPattern("//:wrong_test +FAILED");
      assertThat(workspace.resolve("bazel-bin/printed.txt"))
          .hasContent("the sum is 276 of 24 parts\n");
      assertThat(workspace.resolve("bazel-bin/broken/fine3.txt")).hasContent("fine\n");

      assertThat(bazel(workspace, "clean").exit()).isZero();
      CommandLine second = build(workspace, "build", executor, "//:all");
      assertThat(second.exit()).as(second.out()).isZero();
      assertThat(processes(second)).matches("\\d+ remote cache hit");
      assertThat(workspace.resolve("bazel-bin/printed.txt"))
          .hasContent("the sum is 276 of 24 parts\n");
      asTheReadmeSays(workspace, executor);

      CommandLine audit =
          CommandLine.run(Map.of("ROTA_HOME", home.toString()), "", "audit", "bots");
      assertThat(audit.exit()).as(audit.err()).isZero();
      assertThat(audit.out()).startsWith("bots: PROVED\n");
      assertThat(dev.terminate()).as(dev.errors()).isEqualTo(143);
      assertThat(Path.of(ready.path("dataDir").asText())).doesNotExist();
    } finally {
      var _ = bazel(workspace, "shutdown");
    }
  }
}
