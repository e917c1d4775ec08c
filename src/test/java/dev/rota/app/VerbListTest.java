package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.answers.WhyCommand;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.RootCommand;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** A command reads the flags of its own verb alone, and nobody sees that. */
final class VerbListTest {
  static Stream<String> names() {
    return VerbList.ALL.stream().map(VerbList.Verb::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aVerbIsTheSameAloneAndAmongAll(String verb) {
    Ran alone = Ran.rota(verb, "--help");
    Ran among = Ran.rota("-o", "text", verb, "--help");
    assertThat(alone.code()).isZero();
    assertThat(alone.out()).isNotEmpty().isEqualTo(among.out());
  }

  @Test
  void helpListsEachVerbUnderItsHeading() {
    List<String> lines = Ran.rota("--help").lines();
    for (VerbList.Group group : VerbList.GROUPS) {
      int heading = lines.indexOf(group.heading() + ":");
      assertThat(heading).as(group.heading()).isPositive();
      for (VerbList.Verb verb : group.verbs()) {
        String name = verb.name();
        assertThat(lines.subList(heading, lines.size())).anyMatch(it -> it.startsWith("  " + name));
        assertThat(VerbList.heading(name)).isEqualTo(group.heading());
      }
    }
  }

  @Test
  void aVerbOfTheLabSaysWhereItIsIfItsJarIsAbsent() {
    Path program = Path.of("there", "rota.jar");
    LabVerbs none = LabVerbs.found(ClassLoader.getPlatformClassLoader(), program);
    assertThat(none.types()).isEmpty();
    CommandLine line =
        new CommandLine(new RootCommand(null))
            .addSubcommand(none.command("dev"))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler(
                (e, _, _) -> {
                  assertThat(e)
                      .hasMessage("'rota dev' is in rota-lab.jar: there is no there/rota-lab.jar");
                  return ((CommandFailure) e).exit().code();
                });
    assertThat(line.execute("dev", "--demo", "--lanes", "3")).isEqualTo(78);
    assertThat(line.getUsageMessage()).contains("dev", "rota-lab.jar is absent");
  }

  @Test
  void theLabHasTheVerbsThatHelpHasAPlaceFor() {
    assertThat(LabVerbs.HERE.absent()).isNull();
    assertThat(LabVerbs.HERE.types().keySet()).isSubsetOf(names().toList()).hasSize(5);
    assertThat(VerbList.ALL)
        .allSatisfy(verb -> assertThat(verb.command()).isInstanceOf(Class.class));
  }

  @Test
  void onlyWhoSpeaksOfOneVerbGetsOne() {
    assertThat(VerbList.of("why", "bots", "job-1"))
        .extracting(VerbList.Verb::command)
        .containsExactly(WhyCommand.class);
    assertThat(VerbList.of("--version")).isEmpty();
    assertThat(VerbList.of()).isEqualTo(VerbList.ALL);
    assertThat(VerbList.of("--help")).isEqualTo(VerbList.ALL);
    assertThat(VerbList.of("wy", "bots")).as("the nearest verb is shown").isEqualTo(VerbList.ALL);
    assertThat(VerbList.of("help", "why")).isEqualTo(VerbList.ALL);
    assertThat(VerbList.of("completion", "bash")).isEqualTo(VerbList.ALL);
    assertThat(VerbList.of("-o", "json", "why")).isEqualTo(VerbList.ALL);
  }

  @Test
  void theLauncherRefusesAVerbThatIsNoneBeforeItBuilds(@TempDir Path checkout) throws Exception {
    Path launcher = checkout.resolve("rota");
    Files.copy(Path.of("rota"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    Files.copy(Path.of("find-java.sh"), checkout.resolve("find-java.sh"));
    Files.writeString(checkout.resolve("pom.xml"), "");
    assertThat(launched(launcher, "")).isEqualTo(2);
    assertThat(launched(launcher, "whyy bots job-1")).isEqualTo(2);
    assertThat(launched(launcher, "completion words -- why")).isZero();
    assertThat(checkout.resolve("target")).doesNotExist();

    String known =
        Files.readAllLines(launcher).stream()
            .filter(line -> line.startsWith("verbs="))
            .map(line -> line.replaceAll("verbs=|\"|\\$verbs ", ""))
            .collect(Collectors.joining(" "));
    assertThat(known.split(" ")).containsExactlyElementsOf(names().toList());
  }

  /** Who waits for a build is told what it does. */
  @Test
  void theLauncherTellsTheStageOfABuildAndHowLongItTakes() throws IOException {
    List<String> launcher = Files.readAllLines(Path.of("rota"));
    String stage =
        String.join("\n", launcher.subList(launcher.indexOf("stage() {"), launcher.size()));
    stage = stage.substring(0, stage.indexOf("\n}\n") + 3);
    assertThat(told(stage, "")).isEqualTo("starting");
    assertThat(told(stage, "Downloading from central: https://repo/x.pom"))
        .isEqualTo("downloading libraries");
    String compile = "[INFO] --- maven-compiler-plugin:3.15.0:compile (default-compile) @ rota ---";
    assertThat(told(stage, compile)).isEqualTo("compiling");
    assertThat(told(stage, compile + "\n[INFO] --- jar:3.5.0:jar (rota) @ rota ---"))
        .isEqualTo("packaging");
    assertThat(told(stage, "[INFO] --- avro-maven-plugin:1.12.1:schema (own) @ rota ---"))
        .isEqualTo("preparing (schema)");
  }

  private static String told(String stage, String said) throws IOException {
    Path log = Files.writeString(Files.createTempFile("build", ".log"), said + "\n");
    Process shell =
        new ProcessBuilder("sh", "-c", "log=" + log + "\n" + stage + "stage; printf %s \"$doing\"")
            .redirectError(Redirect.INHERIT)
            .start();
    try (var out = shell.getInputStream()) {
      return new String(out.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } finally {
      Files.delete(log);
    }
  }

  private static int launched(Path launcher, String words) throws Exception {
    return new ProcessBuilder("sh", "-c", launcher + " " + words)
        .redirectErrorStream(true)
        .redirectOutput(Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** The page for commands has the groups of the help, and each verb in its own. */
  @Test
  void thePageHasTheSameGroups() throws IOException {
    String page = Files.readString(Path.of("docs", "commands.md"));
    int from = 0;
    for (VerbList.Group group : VerbList.GROUPS) {
      int heading = page.indexOf("\n### " + group.heading() + "\n", from);
      assertThat(heading).as(group.heading()).isPositive();
      int end = page.indexOf("\n#", heading + 1);
      String rows = page.substring(heading, end);
      for (VerbList.Verb verb : group.verbs()) {
        assertThat(rows).containsPattern("(?m)^\\|[^|]*`(rota )?" + verb.name() + "[ `]");
      }
      from = heading;
    }
  }
}
