package dev.rota.lab.verbs.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;

/**
 * Runs commands as a user does: each in a process of its own.
 *
 * @param program its first words
 */
record CommandRunner(List<String> program) {
  private static final double NANOS = 1e9;

  /** The launcher says where it is. Without it, the JVM gets the flags that it would give. */
  static CommandRunner ofThisProgram() {
    String launcher = System.getProperty("rota.launcher");
    if (launcher != null) {
      return new CommandRunner(List.of(launcher));
    }
    return new CommandRunner(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.rota.Rota"));
  }

  /**
   * What a command came to.
   *
   * @param seconds from the start of its process to its end
   */
  record Ran(int exit, double seconds, String err) {}

  /** Runs a command to its end. What it prints to stdout is not kept. */
  Ran run(List<String> words) throws IOException {
    List<String> command = new ArrayList<>(program);
    command.addAll(words);
    Path err = Files.createTempFile("rota-bench", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(err.toFile());
      // Settings that were meant for the bench, such as an address, are not for what it asks.
      builder.environment().keySet().removeIf(CommandRunner::isSetting);
      long began = System.nanoTime();
      int exit = builder.start().waitFor();
      double seconds = (System.nanoTime() - began) / NANOS;
      return new Ran(exit, seconds, Files.readString(err, UTF_8));
    } catch (InterruptedException e) {
      throw new KafkaException("interrupted", e);
    } finally {
      Files.delete(err);
    }
  }

  private static boolean isSetting(String variable) {
    return variable.startsWith("ROTA_") && !variable.equals("ROTA_JAVA_OPTS");
  }
}
