package dev.rota.lab.embedded;

import dev.rota.testing.KilledProcess;
import dev.rota.testing.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One {@link LocalBroker} in a JVM of its own, so that a test can kill it without a goodbye. */
public final class BrokerProcess implements AutoCloseable {
  private static final String READY = "ready ";

  private final Process process;
  private final String bootstrap;

  private BrokerProcess(Process process, String bootstrap) {
    this.process = process;
    this.bootstrap = bootstrap;
  }

  /** Starts the JVM and waits until its broker serves. */
  @SuppressWarnings("resource") // the child's output stays open as long as the child
  public static BrokerProcess start(Path dir, int port) throws IOException {
    List<String> command = new ArrayList<>(Program.testJvm("-Xmx256m"));
    command.addAll(List.of(BrokerProcess.class.getName(), dir.toString(), Integer.toString(port)));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (var line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(READY)) {
        return new BrokerProcess(process, line.substring(READY.length()));
      }
    }
    process.destroyForcibly();
    throw new IOException("the broker's JVM ended before its broker was ready; see its stderr");
  }

  public String bootstrap() {
    return bootstrap;
  }

  /** SIGKILL, and waits until the process is gone. */
  public void kill() {
    KilledProcess.kill(process);
  }

  @Override
  public void close() {
    kill();
  }

  /** Arguments: directory, port. Prints {@code ready host:port}, ends when its parent does. */
  public static void main(String[] args) {
    try (var broker = LocalBroker.start(Path.of(args[0]), Integer.parseInt(args[1]), Map.of())) {
      System.out.println(READY + broker.bootstrap());
      // The parent never writes: this returns at the end of the pipe, when the parent is gone.
      var _ = System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
