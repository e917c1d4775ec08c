package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rota.alarms.AlarmDomain;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.bots.BotsDomain;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.testing.ServiceJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Domains of jars that a user names. */
final class DomainPathLauncherTest {
  private static final String ALARMS = AlarmDomain.class.getName();

  @TempDir private Path dir;

  private static List<Path> places(String variable, String... args) {
    return DomainPathLauncher.places(args, Map.of("ROTA_DOMAIN_PATH", variable));
  }

  private void unfit(Path place, String... told) {
    assertThatExceptionOfType(CommandFailure.class)
        .isThrownBy(() -> DomainPathLauncher.program(List.of(place)))
        .satisfies(
            e -> {
              assertThat(e.exit()).isEqualTo(ExitCode.CONFIGURATION);
              assertThat(e.what()).isEqualTo("the domain path");
              assertThat(e.why()).contains(told);
            });
  }

  @Test
  void aFlagNamesJarsOrElseTheVariable() {
    assertThat(places("")).isEmpty();
    assertThat(places("a.jar", "run")).containsExactly(Path.of("a.jar"));
    assertThat(places("a.jar", "run", "--domain-path", "b.jar, c"))
        .containsExactly(Path.of("b.jar"), Path.of("c"));
    assertThat(places("a.jar", "--domain-path=b.jar", "run")).containsExactly(Path.of("b.jar"));
    assertThat(places("", "run", "--domain-path")).as("picocli says what is missing").isEmpty();
  }

  @Test
  void anErrorIsJsonForWhoAsksForJson() {
    assertThat(json("audit", "alarms", "--key", "a", "-o", "json")).isTrue();
    assertThat(json("-o", "JSON", "run", "--domain-path", "b.jar")).isTrue();
    assertThat(json("audit", "alarms", "--key", "json")).isFalse();
    assertThat(json("audit", "-o", "xml")).as("what is wrong with it, the verb says").isFalse();
  }

  private static boolean json(String... args) {
    return DomainPathLauncher.root(args, null).json();
  }

  @Test
  void theDomainIsOneOfTheProgramsThen() throws Exception {
    Path jar = ServiceJar.ofAlarms(dir.resolve("alarms.jar"), ALARMS);
    for (Path place : List.of(jar, dir)) {
      ClassLoader program = DomainPathLauncher.program(List.of(place));
      Object all =
          Class.forName("dev.rota.domains.Domains", true, program).getField("ALL").get(null);
      assertThat((List<?>) all)
          .hasSize(Domains.ALL.size() + 1)
          .last()
          .satisfies(
              alarms -> {
                assertThat(alarms.getClass().getName()).isEqualTo(ALARMS);
                assertThat(alarms.getClass().getClassLoader()).isEqualTo(program);
              });
    }
  }

  @Test
  void placesThatAreNoJarsAreTold() throws IOException {
    unfit(dir.resolve("missing.jar"), dir.resolve("missing.jar") + " does not exist");
    Path text = Files.writeString(dir.resolve("text.jar"), "no jar");
    unfit(text, text + " cannot be read as a jar");
  }

  @Test
  void aJarThatNamesNoDomainIsTold() throws IOException {
    unfit(
        ServiceJar.ofAlarms(dir.resolve("silent.jar"), null),
        "no jar lists a class in META-INF/services/dev.rota.kernel.domain.Domain");
    unfit(
        ServiceJar.ofAlarms(dir.resolve("misspelt.jar"), "dev.rota.alarms.Alarm"),
        "does not fit this release",
        "dev.rota.alarms.Alarm not found");
  }

  @Test
  void twoDomainsOfOneNameAreTold() throws IOException {
    String bots = BotsDomain.class.getName();
    unfit(
        ServiceJar.ofAlarms(dir.resolve("bots.jar"), bots),
        "two domains are named 'bots': " + bots + " and " + bots);
  }

  /** It was compiled when a card had to say less than now. */
  @ParameterizedTest
  @CsvSource({
    "DomainCard, title, AbstractMethodError",
    "DomainCard, name, AbstractMethodError",
    "Domain, name, IncompatibleClassChangeError"
  })
  void aDomainOfAnotherReleaseIsTold(String type, String said, String why) throws IOException {
    Path sources = Files.createDirectories(dir.resolve("dev/rota/kernel/domain"));
    Path card =
        Files.writeString(
            sources.resolve(type + ".java"),
            "package dev.rota.kernel.domain; public interface "
                + type
                + "<S, I, F> { String "
                + said
                + "(); }");
    Path old =
        Files.writeString(
            dir.resolve("Old.java"),
            "public class Old implements dev.rota.kernel.domain."
                + type
                + "<String, String, String> { public String "
                + said
                + "() { return \"old\"; } }");
    Path classes = Files.createDirectories(dir.resolve("classes/old")).getParent();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), card.toString(), old.toString());
    assertThat(failed).isZero();
    Files.move(classes.resolve("Old.class"), classes.resolve("old/Old.class"));
    Path jar =
        ServiceJar.write(
            dir.resolve("old.jar"), classes.resolve("old"), List.of(""), Domain.class, "Old");
    unfit(jar, "does not fit this release", why);
  }
}
