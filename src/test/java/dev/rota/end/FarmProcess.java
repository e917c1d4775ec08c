package dev.rota.end;

import dev.rota.testing.KilledProcess;
import dev.rota.testing.Patience;
import dev.rota.testing.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM of a build farm, which liars attack: whether it lives, and what it holds. */
final class FarmProcess implements AutoCloseable {
  private final String name;
  private final Process process;
  private final Path errors;
  private final BufferedReader out;

  /** What a process holds; only what is alive counts. Virtual threads are threads. */
  record Held(long heapBytes, long threads, long files) {}

  private FarmProcess(String name, Process process, Path errors) {
    this.name = name;
    this.process = process;
    this.errors = errors;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts {@code rota} with these words.
   *
   * @param home its {@code ROTA_HOME}; its stderr is kept there too
   * @param variables more of its environment
   */
  static FarmProcess rota(String name, Path home, Map<String, String> variables, List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>(Program.jvm("-Xmx384m"));
    command.add("dev.rota.Rota");
    command.addAll(words);
    return start(name, home, variables, command);
  }

  /** Starts a command whose program is a JVM in the end. */
  static FarmProcess start(
      String name, Path home, Map<String, String> variables, List<String> command)
      throws IOException {
    Path errors = Files.createTempFile(home, name, ".txt");
    ProcessBuilder builder = Program.process(command).redirectError(errors.toFile());
    builder.environment().put("ROTA_HOME", home.toString());
    builder.environment().putAll(variables);
    Process process = builder.start();
    // Else it outlives a build that is broken off.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new FarmProcess(name, process, errors);
  }

  /** Waits for the next line that it prints. */
  String line() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException(this + " ended before it was ready: " + errors());
    }
    return line;
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it holds after a collection of all that is not alive. */
  Held held() throws IOException, InterruptedException {
    CommandLine jcmd =
        CommandLine.ofProgram(
            Path.of("/"),
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "GC.class_histogram"));
    long heap = 0;
    long virtual = 0;
    for (String line : jcmd.out().lines().map(String::strip).toList()) {
      String[] fields = line.split(" +", -1);
      if (line.startsWith("Total ")) {
        heap = Long.parseLong(fields[2]);
      } else if (fields.length > 3 && fields[3].equals("java.lang.VirtualThread")) {
        virtual = Long.parseLong(fields[1]);
      }
    }
    if (heap == 0) {
      throw new IOException(this + ": " + jcmd.out());
    }
    return new Held(heap, count("task") + virtual, count("fd"));
  }

  private long count(String what) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(process.pid()), what))) {
      return all.count();
    }
  }

  /** SIGTERM; the exit code. */
  int terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(Patience.MAX.toMinutes(), TimeUnit.MINUTES)) {
      throw new IllegalStateException(this + " does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    KilledProcess.kill(process);
  }

  @Override
  public String toString() {
    return name;
  }
}
