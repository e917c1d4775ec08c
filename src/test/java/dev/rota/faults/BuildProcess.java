package dev.rota.faults;

import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A process of a build farm. It can be started again as it was. */
final class BuildProcess implements AutoCloseable {
  private final Path log;
  private final List<String> command;
  private Process process;

  /**
   * Starts it, and does not wait.
   *
   * @param log what it says, of all its starts
   */
  BuildProcess(Path log, List<String> command) throws IOException {
    this.log = log;
    this.command = List.copyOf(command);
    start();
    // Else it outlives a build that is broken off.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  void start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
    builder.environment().putAll(Patience.OF_COMMANDS);
    process = builder.start();
  }

  /** SIGKILL, and waits. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** SIGSTOP. */
  void freeze() throws Exception {
    signal("-STOP");
  }

  /** SIGCONT. */
  void thaw() throws Exception {
    signal("-CONT");
  }

  private void signal(String name) throws Exception {
    int code = new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
    if (code != 0) {
      throw new IOException("kill " + name + " answered " + code);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
