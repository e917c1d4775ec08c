package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program with the jar of the lab beside it, and as operators have it. */
final class TwoJarsIT {
  private static final Path BUILT = Path.of("target").toAbsolutePath();
  private static final List<String> OF_LAB =
      List.of("dev", "simulate", "generate", "import", "bench");

  @TempDir private Path dir;

  @BeforeEach
  void install() throws IOException {
    NotRun.unless(Files.exists(BUILT.resolve("rota-lab.jar")), "nothing is packaged");
    copy("rota.jar");
    link("lib");
  }

  /** A JVM looks for what a jar names beside the file that a link leads to. */
  private void copy(String jar) throws IOException {
    Files.copy(BUILT.resolve(jar), dir.resolve(jar));
  }

  private void link(String folder) throws IOException {
    Files.createSymbolicLink(dir.resolve(folder), BUILT.resolve(folder));
  }

  private record Ended(int code, List<String> out, List<String> err) {}

  private Ended rota(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", dir.resolve("rota.jar").toString()));
    command.add("dev.rota.Rota");
    command.addAll(List.of(words));
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int code = process.waitFor();
    return new Ended(code, Files.readAllLines(out), Files.readAllLines(err));
  }

  @Test
  void whatIsOfTheLabSaysWhereItIsAndAllElseIsThere() throws Exception {
    List<String> help = rota("--help").out();
    List<String> absent =
        help.stream().filter(line -> line.contains("rota-lab.jar is absent")).toList();
    assertThat(absent).hasSize(OF_LAB.size());
    OF_LAB.forEach(
        verb -> assertThat(absent).anyMatch(line -> line.matches("  " + verb + " .*of the lab.*")));
    assertThat(help).anyMatch(line -> line.matches("  audit +replay.*"));

    Ended dev = rota("dev", "--kafka-port", "70000");
    assertThat(dev.code()).isEqualTo(78);
    assertThat(dev.err())
        .containsExactly(
            "'rota dev' is in rota-lab.jar: there is no " + dir.resolve("rota-lab.jar"),
            "  → put rota-lab.jar and lib-lab/ of this release beside rota.jar;"
                + " in a checkout, ./rota builds them");

    Ended toy =
        rota("run", "-b", "127.0.0.1:1", "--registry", "http://127.0.0.1:1", "--executor", "Toy");
    assertThat(toy.code()).isEqualTo(78);
    assertThat(toy.err().get(0)).endsWith("none; the toy AccountMachine is in rota-lab.jar");
  }

  @Test
  void theProgramHasNothingOfTheLab() throws IOException {
    try (JarFile jar = new JarFile(dir.resolve("rota.jar").toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .contains("dev/rota/cores/CoresDomain.class", "golden/cores/rules-3.pages.gz")
          .noneMatch(name -> name.startsWith("dev/rota/lab/"))
          .noneMatch(name -> name.startsWith("META-INF/services/"))
          .noneMatch(name -> name.contains("alarms"));
    }
  }

  @Test
  void theLabIsFoundBesideTheProgram() throws Exception {
    copy("rota-lab.jar");
    assertThat(rota("simulate", "cores", "--seed", "1").err().get(0))
        .endsWith("its libraries are absent: there is no " + dir.resolve("lib-lab"));

    link("lib-lab");
    Ended simulated = rota("simulate", "cores", "--seed", "1", "--hours", "0.01");
    assertThat(simulated.code()).as("%s", simulated).isZero();
    assertThat(rota("--help").out()).noneMatch(line -> line.contains("rota-lab.jar"));
  }
}
