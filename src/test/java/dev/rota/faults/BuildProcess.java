package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.KilledProcess;
import dev.rota.testing.Patience;
import dev.rota.testing.ProcessSignal;
import dev.rota.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of a build farm. It can be started again as it was. */
final class BuildProcess implements AutoCloseable {
  private final Path log;
  private final List<String> command;
  private final Map<String, String> variables = new HashMap<>();
  private Process process;

  /**
   * Starts it, and does not wait.
   *
   * @param log what it says, of all its starts
   */
  BuildProcess(Path log, List<String> command) throws IOException {
    this(log, command, Map.of());
  }

  /** The same, with more variables of its environment. */
  BuildProcess(Path log, List<String> command, Map<String, String> more) throws IOException {
    this.log = log;
    this.command = List.copyOf(command);
    variables.putAll(more);
    start();
    // Else it outlives a build that is broken off.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  void start() throws IOException {
    ProcessBuilder builder =
        Program.process(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(variables);
    process = builder.start();
  }

  boolean alive() {
    return process.isAlive();
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  /** Waits for its end; the exit code. */
  int exit() throws InterruptedException {
    assertThat(process.waitFor(Patience.MAX.toSeconds(), TimeUnit.SECONDS))
        .as("%s ends", process)
        .isTrue();
    return process.exitValue();
  }

  /** SIGKILL, and waits. */
  void kill() {
    KilledProcess.kill(process);
  }

  /** SIGSTOP. */
  void freeze() throws Exception {
    ProcessSignal.STOP.to(process);
  }

  /** SIGCONT. */
  void thaw() throws Exception {
    ProcessSignal.CONT.to(process);
  }

  @Override
  public void close() {
    kill();
  }
}
