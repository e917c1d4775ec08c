package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.testing.KilledProcess;
import dev.rota.testing.PrintedJson;
import dev.rota.testing.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code rota follow cores} as a user starts it, in a JVM of its own. */
final class FollowProcess implements AutoCloseable {
  private final Process process;
  private final Path errors;

  private FollowProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
  }

  static FollowProcess start(Path dir, String bootstrap, String... words) throws IOException {
    return start(dir, bootstrap, Map.of(), words);
  }

  /**
   * The same.
   *
   * @param variables its {@code ROTA_*} settings
   */
  static FollowProcess start(
      Path dir, String bootstrap, Map<String, String> variables, String... words)
      throws IOException {
    List<String> command = new ArrayList<>(Program.jvm("-Xmx384m"));
    command.addAll(List.of("dev.rota.Rota", "follow", "cores", "-o", "json", "-b", bootstrap));
    command.addAll(List.of(words));
    Path errors = Files.createTempFile(dir, "stderr", ".txt");
    ProcessBuilder builder = Program.process(command).redirectError(errors.toFile());
    builder.environment().putAll(variables);
    Process process = builder.start();
    // Else it outlives a build that is broken off.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new FollowProcess(process, errors);
  }

  /** Waits for its address. */
  String url() throws IOException {
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String line = out.readLine();
    if (line == null) {
      throw new IOException("rota follow ended before it was ready: " + errors());
    }
    PrintedJson.check("rota-follow", line);
    return new ObjectMapper().readTree(line).path("url").asText();
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  /** SIGTERM; the exit code. */
  int terminate() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  @Override
  public void close() {
    KilledProcess.kill(process);
  }
}
