package dev.rota.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Another JVM with this one's class path. Its errors are this process's. */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;

  private ChildJvm(Process process) {
    this.process = process;
    this.said = process.inputReader(UTF_8);
  }

  /**
   * Starts one.
   *
   * @param beside words before the command, such as {@code taskset -c 2,3}; may be empty
   */
  public static ChildJvm start(
      List<String> beside, String main, List<String> words, Map<String, String> with)
      throws IOException {
    List<String> command = new ArrayList<>(beside);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // What libraries may do is the same there.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--"))
        .forEach(command::add);
    Collections.addAll(
        command, "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), main);
    command.addAll(words);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(with);
    return new ChildJvm(builder.start());
  }

  /**
   * The next line that it says.
   *
   * @throws IOException if it has ended
   */
  public String line() throws IOException {
    String line = said.readLine();
    if (line == null) {
      throw new IOException("a process ended too early: " + process.info());
    }
    return line;
  }

  /** Tells it to go on, by a line without words. */
  public void goOn() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** Tells it that nothing more comes, and returns its last line. */
  public String end() throws IOException {
    process.getOutputStream().close();
    return line();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // it ends all the same
    }
  }
}
