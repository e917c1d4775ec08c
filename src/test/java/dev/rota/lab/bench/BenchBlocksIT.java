package dev.rota.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.book.DocBlock;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import dev.rota.testing.Program;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Benchmarks as docs/performance.md shows them, small: each prints every figure that the page
 * explains.
 */
class BenchBlocksIT {
  private static final Path PAGE = Path.of("docs/performance.md");

  /** What makes a benchmark small. The sizes that the page shows take minutes. */
  private static final Map<String, String> SMALL =
      Map.of(
          "road", "--records 1000 --rounds 1 --rate 4000",
          "follow", "--records 1000 --rounds 1",
          "watch", "--records 1000 --rounds 1 --browsers 2",
          "why", "--turns 2000 --behind 500 --rounds 1",
          "actions", "--records 2 --rounds 1",
          "builds", "--records 40 --rounds 1 --percent 1 --bots 10 --rate 20");

  private static final Pattern BENCH = Pattern.compile("rota bench (\\w+)");
  private static final Pattern SIZE = Pattern.compile(" --(?:rounds|lanes) \\d+");
  private static final Pattern CPUS = Pattern.compile("taskset -c [\\d,]+");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  @TempDir private Path dir;

  static Stream<DocBlock> blocks() {
    return DocBlock.of(PAGE).stream()
        .filter(block -> block.isShell() && BENCH.matcher(block.text()).find());
  }

  @BeforeEach
  void install() throws IOException {
    String jvm = String.join("' '", Program.jvm("-Xmx1g"));
    Path program = Files.createDirectories(dir.resolve("bin")).resolve("rota");
    Files.writeString(program, "#!/bin/sh\nexec '%s' dev.rota.Rota \"$@\"\n".formatted(jvm));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void aBenchmarkPrintsWhatThePageExplains(DocBlock block) throws Exception {
    NotRun.unless(Files.exists(Path.of("/proc/self/status")), block + ": there is no /proc");
    for (String line : block.text().lines().toList()) {
      String printed = ran(meant(line));
      assertThat(printed)
          .as(line)
          .contains(explained(block))
          .doesNotContain("NaN", "Infinity", "null");
    }
  }

  /** The command, small, on the CPUs that are here. */
  private static String meant(String line) throws IOException {
    String sizes = BENCH.matcher(line).results().map(BenchBlocksIT::small).toList().get(0);
    String here = "taskset -c " + cpus();
    return CPUS.matcher(SIZE.matcher(line).replaceAll("")).replaceAll(here) + " " + sizes;
  }

  private static String small(MatchResult bench) {
    return SMALL.get(bench.group(1));
  }

  private static String cpus() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  /** The names of the lines or columns that the table below a block explains. */
  private static List<String> explained(DocBlock block) throws IOException {
    List<String> names =
        Files.readAllLines(PAGE).stream()
            .skip(block.line())
            .dropWhile(line -> !line.startsWith("|"))
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> line.substring(1, line.indexOf('|', 1)))
            .flatMap(cell -> NAME.matcher(cell).results().map(name -> name.group(1)))
            .toList();
    assertThat(names).as("explained below %s", block).isNotEmpty();
    return names;
  }

  /** Runs it to its end, which is a good one. Returns what it prints. */
  private String ran(String command) throws Exception {
    File printed = dir.resolve("printed").toFile();
    File said = dir.resolve("said").toFile();
    ProcessBuilder builder =
        Program.process(List.of("sh", "-c", command))
            .redirectOutput(Redirect.to(printed))
            .redirectError(Redirect.to(said));
    Map<String, String> variables = builder.environment();
    variables.put("ROTA_HOME", dir.resolve("home").toString());
    variables.put("PATH", dir.resolve("bin") + File.pathSeparator + variables.get("PATH"));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(Patience.MAX.toSeconds(), TimeUnit.SECONDS)).as(command).isTrue();
      assertThat(process.exitValue())
          .as("%s%n%s", command, Files.readString(said.toPath()))
          .isZero();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return Files.readString(printed.toPath());
  }
}
