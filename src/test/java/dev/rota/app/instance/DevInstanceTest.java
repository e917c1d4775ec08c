package dev.rota.app.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevInstanceTest {
  private static final DevInstance HERE =
      DevInstance.ofThisProcess(
          "mine", "127.0.0.1:1", "http://h:2", "http://h:3", "http://h:7", "/data");

  /** Of a process that lives as long as this one does. */
  private static final DevInstance OTHER =
      new DevInstance(
          ProcessHandle.current().parent().orElseThrow().pid(),
          0,
          "other",
          "127.0.0.1:4",
          "http://h:5",
          "http://h:6",
          "http://h:8",
          "/elsewhere");

  @TempDir private Path dir;
  private Map<String, String> variables;

  @BeforeEach
  void home() {
    variables = Map.of("ROTA_HOME", dir.resolve("home").toString());
  }

  @Test
  void whatOneProcessWritesAnotherReads() throws IOException {
    HERE.write(variables);
    assertThat(DevInstance.running(variables)).containsExactly(HERE);
    HERE.remove(variables);
    assertThat(DevInstance.running(variables)).isEmpty();
  }

  @Test
  void eachHasANoteOfItsOwnAndTheEndOfOneLeavesTheOthers() throws IOException {
    HERE.write(variables);
    OTHER.write(variables);
    assertThat(DevInstance.running(variables)).containsExactlyInAnyOrder(HERE, OTHER);
    OTHER.remove(variables);
    assertThat(DevInstance.running(variables)).containsExactly(HERE);
  }

  @Test
  void theNoteOfADeadProcessDoesNotCountAndIsTidiedAway() throws IOException {
    DevInstance dead =
        new DevInstance(HERE.pid(), HERE.startedMillis() - 1, "", "h:1", "http://h:2", "", "", "");
    dead.write(variables);
    assertThat(DevInstance.running(variables)).isEmpty();
    OTHER.write(variables);
    assertThat(notes()).containsExactly(OTHER.pid() + ".json");
  }

  @Test
  void aNoteThatIsNotOursStays() throws IOException {
    HERE.write(variables);
    DevInstance.ofThisProcess(null, "other:1", "", "", "", "").remove(variables);
    assertThat(DevInstance.running(variables)).containsExactly(HERE);
  }

  @Test
  void anUnreadableNoteIsNone() throws IOException {
    HERE.write(variables);
    Files.writeString(dir.resolve("home/dev/" + HERE.pid() + ".json"), "{");
    assertThat(DevInstance.running(variables)).isEmpty();
  }

  @Test
  void notesAreTheirOwnersAlone() throws IOException {
    HERE.write(variables);
    assertThat(Files.getPosixFilePermissions(dir.resolve("home/dev")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void aRunningDevIsBehindTheSettings() throws IOException {
    HERE.write(variables);
    Ran ran = Ran.rota(variables, "", "config", "show", "--origin");
    assertThat(ran.out())
        .contains("bootstrap.servers=127.0.0.1:1\trota dev (process " + HERE.pid() + ")");
  }

  @Test
  void whereSeveralRunACommandAsksWhichIsMeantAndListsThem() throws IOException {
    HERE.write(variables);
    OTHER.write(variables);
    Ran ran = Ran.rota(variables, "", "consume", "claims");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .contains("2 'rota dev' are running", "--dev NAME", "ROTA_DEV", "-b host:port")
        .containsPattern("mine +Kafka 127.0.0.1:1 +data /data")
        .containsPattern("other +Kafka 127.0.0.1:4 +data /elsewhere");
    Ran shown = Ran.rota(variables, "", "config", "show");
    assertThat(shown.code()).isZero();
    assertThat(shown.err()).contains("2 'rota dev' are running");
    assertThat(shown.out()).doesNotContain("bootstrap.servers=");
  }

  @Test
  void oneOfSeveralIsMeantByItsNameItsProcessOrItsDataDirectory() throws IOException {
    HERE.write(variables);
    OTHER.write(variables);
    String pid = Long.toString(OTHER.pid());
    for (String name : new String[] {"other", pid, "/elsewhere", "/elsewhere/"}) {
      Ran ran = Ran.rota(variables, "", "config", "show", "--dev", name);
      assertThat(ran.lines()).contains("bootstrap.servers=127.0.0.1:4");
      Map<String, String> terminal = new HashMap<>(variables);
      terminal.put("ROTA_DEV", name);
      assertThat(Ran.rota(terminal, "", "config", "show").lines())
          .contains("schema.registry.url=http://h:5");
    }
    Ran unknown = Ran.rota(variables, "", "consume", "claims", "--dev", "nobody");
    assertThat(unknown.code()).isEqualTo(3);
    assertThat(unknown.err()).contains("no 'rota dev' named 'nobody'", "mine", "other");
  }

  /** Each flag that a message names is one of the command that prints it. */
  @Test
  void topAsksTheOneOfSeveralThatIsMeant() throws IOException {
    HERE.write(variables);
    OTHER.write(variables);
    Ran several = Ran.rota(variables, "", "top", "--once");
    assertThat(several.code()).isEqualTo(2);
    assertThat(several.err())
        .contains("2 'rota dev' are running", "pass --dev NAME or --url URL, or set ROTA_DEV")
        .doesNotContain("-b host:port");
    Map<String, String> terminal = new HashMap<>(variables);
    terminal.put("ROTA_DEV", "other");
    assertThat(Ran.rota(terminal, "", "top", "--once").err()).contains("http://h:8");
    assertThat(Ran.rota(variables, "", "top", "--once", "--dev", "mine").err())
        .contains("http://h:7");
    Ran both = Ran.rota(variables, "", "top", "--dev", "mine", "--url", "http://h:7");
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("--dev and --url");
  }

  @Test
  void anAddressThatIsGivenTakesNoRegistryButThatOfTheDevAtIt() throws IOException {
    HERE.write(variables);
    Ran far = Ran.rota(variables, "", "config", "show", "-b", "far:9092");
    assertThat(far.out()).contains("bootstrap.servers=far:9092").doesNotContain("registry.url=");
    OTHER.write(variables);
    Ran near = Ran.rota(variables, "", "config", "show", "-b", "localhost:4");
    assertThat(near.out()).contains("schema.registry.url=http://h:5");
  }

  @Test
  void aNameThatIsTakenIsRefusedBeforeAnythingStarts() throws IOException {
    OTHER.write(variables);
    Ran ran = Ran.rota(variables, "", "dev", "--name", "other", "--kafka-port", "0");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("'other' is already running", "--name");
  }

  private String[] notes() {
    return dir.resolve("home/dev").toFile().list();
  }
}
