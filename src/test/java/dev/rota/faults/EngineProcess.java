package dev.rota.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.testing.KilledProcess;
import dev.rota.testing.PrintedJson;
import dev.rota.testing.ProcessSignal;
import dev.rota.testing.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code rota run} as a user starts it, in a JVM of its own. */
public final class EngineProcess implements AutoCloseable {
  private static final long END_MAX_SECONDS = 300;
  static final String APPLICATION = "rota-cores";

  /** Kafka's own: commands give up sooner, and a machine with other work takes its time. */
  private static final Map<String, String> PATIENT =
      Map.of(
          "ROTA_ADMIN_REQUEST_TIMEOUT_MS", "30000",
          "ROTA_ADMIN_DEFAULT_API_TIMEOUT_MS", "60000");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Path state;
  private final BufferedReader out;
  private String http;
  private String page;
  private int deaths;
  private boolean told;

  private EngineProcess(Process process, Path state) {
    this.process = process;
    this.state = state;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts it for the cores, and does not wait. */
  static EngineProcess start(
      String bootstrap, String registry, Path state, Map<String, String> variables)
      throws IOException {
    return start("cores", bootstrap, registry, state, variables);
  }

  /**
   * Starts it and does not wait.
   *
   * @param state its directory; its stderr is kept beside it
   * @param variables its {@code ROTA_*} settings beyond the addresses
   */
  public static EngineProcess start(
      String domain, String bootstrap, String registry, Path state, Map<String, String> variables)
      throws IOException {
    return start(domain, bootstrap, registry, state, variables, List.of());
  }

  /**
   * The same.
   *
   * @param more flags of {@code rota run}
   */
  public static EngineProcess start(
      String domain,
      String bootstrap,
      String registry,
      Path state,
      Map<String, String> variables,
      List<String> more)
      throws IOException {
    List<String> command = new ArrayList<>(Program.jvm("-Xmx384m"));
    command.addAll(
        List.of(
            "dev.rota.Rota",
            "run",
            "-o",
            "json",
            "--domains",
            domain,
            "--bootstrap-server",
            bootstrap,
            "--registry",
            registry,
            "--state-dir",
            state.toString()));
    command.addAll(more);
    if (!more.contains("--http-port")) {
      command.addAll(List.of("--http-port", "0"));
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(Path.of(state + ".err").toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
    builder.environment().putAll(PATIENT);
    builder.environment().putAll(variables);
    Process process = builder.start();
    // Else it outlives a build that is broken off.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new EngineProcess(process, state);
  }

  /** Waits for the line that says that every task is ready. */
  public EngineProcess ready() throws IOException {
    if (http != null) {
      return this;
    }
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the engine ended before it was ready: " + errors());
    }
    PrintedJson.check("rota-run", line);
    http = JSON.readTree(line).path("http").asText();
    page = JSON.readTree(line).path("page").asText();
    return this;
  }

  public String errors() throws IOException {
    return Files.readString(Path.of(state + ".err"));
  }

  /** All that it logged, what Kafka's classes say too. */
  String log() throws IOException {
    return Files.readString(state.resolve("logs").resolve("rota-" + process.pid() + ".log"));
  }

  Path state() {
    return state;
  }

  /** What the names of its transactions and of its members of the group begin with. */
  public String name() throws IOException {
    Path file = state.resolve(APPLICATION).resolve("kafka-streams-process-metadata");
    return APPLICATION + "-" + JSON.readTree(file.toFile()).path("processId").asText();
  }

  /** Where its HTTP answers; once it is ready. */
  public String http() {
    return http;
  }

  /** Where it answers about what it follows, once it is ready; empty: it follows nothing. */
  public String page() {
    return page;
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** Whether its process says that it lives. */
  boolean isLive() throws IOException {
    var connection = (HttpURLConnection) URI.create(http + "/livez").toURL().openConnection();
    return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
  }

  /** What became of it that nobody meant: its own end, or threads that died since last asked. */
  List<String> mishaps() throws IOException {
    if (told) {
      return List.of();
    }
    if (!alive()) {
      return List.of("an engine ended with " + process.exitValue() + ": " + errors());
    }
    int now;
    try (InputStream status = URI.create(http + "/status").toURL().openStream()) {
      now = JSON.readTree(status).path("domains").path(0).path("replaced").asInt();
    }
    int more = now - deaths;
    deaths = now;
    return more == 0
        ? List.of()
        : List.of(more + " threads of an engine died: " + errors() + log());
  }

  /** SIGKILL, and waits. */
  public void kill() {
    told = true;
    KilledProcess.kill(process);
  }

  /** SIGTERM; the exit code. */
  public int terminate() throws InterruptedException {
    told = true;
    process.destroy();
    return exit();
  }

  /** SIGSTOP. */
  public void freeze() throws IOException, InterruptedException {
    ProcessSignal.STOP.to(process);
  }

  /** SIGCONT. */
  public void thaw() throws IOException, InterruptedException {
    ProcessSignal.CONT.to(process);
  }

  /** Waits for its end; the exit code. */
  int exit() throws InterruptedException {
    if (!process.waitFor(END_MAX_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("rota run does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    kill();
  }
}
