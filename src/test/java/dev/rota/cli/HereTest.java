package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HereTest {
  private static final Here HERE = Here.ofThisProcess("h:1", "http://h:2", "http://h:3", "/data");

  @TempDir private Path dir;
  private Map<String, String> variables;

  @BeforeEach
  void home() {
    variables = Map.of("ROTA_HOME", dir.resolve("home").toString());
  }

  @Test
  void whatOneProcessWritesAnotherReads() throws IOException {
    HERE.write(variables);
    assertThat(Here.read(variables)).contains(HERE);
    HERE.remove(variables);
    assertThat(Here.read(variables)).isEmpty();
  }

  @Test
  void theNoteOfADeadProcessDoesNotCount() throws IOException {
    new Here(HERE.pid(), HERE.startedMillis() - 1, "h:1", "http://h:2", "", "").write(variables);
    assertThat(Here.read(variables)).isEmpty();
  }

  @Test
  void aNoteThatIsNotOursStays() throws IOException {
    HERE.write(variables);
    Here.ofThisProcess("other:1", "", "", "").remove(variables);
    assertThat(Here.read(variables)).contains(HERE);
  }

  @Test
  void anUnreadableNoteIsNone() throws IOException {
    HERE.write(variables);
    Files.writeString(dir.resolve("home/dev.json"), "{");
    assertThat(Here.read(variables)).isEmpty();
  }

  @Test
  void aRunningDevIsBehindTheSettings() throws IOException {
    HERE.write(variables);
    Ran ran = Ran.rota(variables, "", "config", "show", "--origin");
    assertThat(ran.out()).contains("bootstrap.servers=h:1\trota dev (process " + HERE.pid() + ")");
  }
}
