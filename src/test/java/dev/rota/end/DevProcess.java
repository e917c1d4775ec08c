package dev.rota.end;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.testing.KilledProcess;
import dev.rota.testing.Patience;
import dev.rota.testing.PrintedJson;
import dev.rota.testing.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The program itself in a JVM of its own, as a user starts it. */
final class DevProcess implements AutoCloseable {
  private final Process process;
  private final Path errors;
  private final BufferedReader out;

  private DevProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts {@code rota dev} with these words.
   *
   * @param home its {@code ROTA_HOME}; its stderr is kept there too
   */
  static DevProcess start(Path home, String... words) throws IOException {
    return start(home, List.of(), words);
  }

  /**
   * The same with flags for its JVM.
   *
   * @param flags such as {@code -Djava.io.tmpdir=…}
   */
  static DevProcess start(Path home, List<String> flags, String... words) throws IOException {
    return start(home, flags, Map.of(), words);
  }

  /** The same with variables for its environment. */
  static DevProcess start(
      Path home, List<String> flags, Map<String, String> variables, String... words)
      throws IOException {
    List<String> command = new ArrayList<>(heedingCtrlC());
    List<String> all = new ArrayList<>(flags);
    all.add("-Xmx512m");
    command.addAll(Program.jvm(all.toArray(String[]::new)));
    command.addAll(List.of("dev.rota.Rota", "dev", "-o", "json"));
    command.addAll(List.of(words));
    Path errors = Files.createTempFile(home, "stderr", ".txt");
    ProcessBuilder builder = Program.process(command).redirectError(errors.toFile());
    builder.environment().put("ROTA_HOME", home.toString());
    builder.environment().putAll(variables);
    Process process = builder.start();
    // Else it outlives a build that is broken off.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new DevProcess(process, errors);
  }

  /** Whoever was started in the background may have to ignore it, and hands that down. */
  private static List<String> heedingCtrlC() throws IOException {
    Path status = Path.of("/proc/self/status");
    boolean ignored =
        Files.exists(status)
            && Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> new BigInteger(line.substring(7).strip(), 16).testBit(1));
    return ignored ? List.of("env", "--default-signal=INT") : List.of();
  }

  /** Waits for the line that says that everything may begin. */
  JsonNode ready() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("rota dev ended before it was ready: " + errors());
    }
    PrintedJson.check("rota-dev", line);
    return new ObjectMapper().readTree(line);
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  /** SIGTERM; the exit code. */
  int terminate() throws InterruptedException {
    process.destroy();
    return exit();
  }

  /** SIGINT, as Ctrl-C sends it; the exit code. */
  int interrupt() throws IOException, InterruptedException {
    int sent = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    if (sent != 0) {
      throw new IOException("kill -INT ended with " + sent);
    }
    return exit();
  }

  /** SIGKILL; the exit code. */
  int kill() throws InterruptedException {
    process.destroyForcibly();
    return exit();
  }

  /** Waits for its end; the exit code. */
  int exit() throws InterruptedException {
    if (!process.waitFor(Patience.MAX.toMinutes(), TimeUnit.MINUTES)) {
      throw new IllegalStateException("rota dev does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    KilledProcess.kill(process);
  }
}
