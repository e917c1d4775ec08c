package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.Main;
import dev.rota.app.console.Console;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs commands for {@code rota} scripts in one warm JVM. A script says its process id. The
 * command, its variables and its three streams are those of that process, as Linux shows them in
 * {@code /proc}; the folder is that of this JVM. The exit code goes back through the script's
 * descriptor 3.
 */
final class VerbDesk {
  /**
   * Opens the pipe for both directions, so that neither side waits for the other one to open it.
   */
  private static final String SCRIPT =
      """
      #!/bin/sh
      exec 4<&0
      mkfifo '%1$s'/$$ && exec 3<>'%1$s'/$$ && rm '%1$s'/$$ && (echo $$ >'%1$s/asked') || exit 70
      read -r code <&3
      exit "$code"
      """;

  private VerbDesk() {}

  /**
   * Makes the pipe that scripts ask through, and such a script.
   *
   * @param desk an empty folder of its own
   */
  static void prepare(Path desk, Path script) throws IOException, InterruptedException {
    Process made = new ProcessBuilder("mkfifo", desk.resolve("asked").toString()).start();
    if (made.waitFor() != 0) {
      throw new IOException("mkfifo ended with " + made.exitValue());
    }
    Files.writeString(script, SCRIPT.formatted(desk));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Serves until it is killed. */
  public static void main(String... desk) throws IOException {
    // Never at its end, as this process could write to it, too.
    try (RandomAccessFile asked = new RandomAccessFile(Path.of(desk[0], "asked").toFile(), "rw")) {
      while (true) {
        long process = Long.parseLong(asked.readLine().strip());
        Thread served = new Thread(() -> serve(process), "command of " + process);
        served.setDaemon(true);
        served.start();
      }
    }
  }

  private static void serve(long process) {
    Path of = Path.of("/proc", Long.toString(process));
    Thread command = Thread.currentThread();
    ProcessHandle.of(process).ifPresent(one -> interruptAtItsEnd(command, one));
    try (OutputStream reply = new FileOutputStream(of.resolve("fd/3").toFile())) {
      reply.write((run(of) + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      System.err.println("command of " + process + ": " + e);
    }
  }

  private static void interruptAtItsEnd(Thread command, ProcessHandle process) {
    Thread.startVirtualThread(
        () -> {
          while (process.isAlive()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
          }
          command.interrupt();
        });
  }

  private static int run(Path of) throws IOException {
    List<String> words = words(of.resolve("cmdline"));
    Map<String, String> variables = new HashMap<>();
    for (String variable : words(of.resolve("environ"))) {
      String[] sides = variable.split("=", 2);
      variables.put(sides[0], sides[1]);
    }
    try (InputStream in = new FileInputStream(of.resolve("fd/4").toFile());
        OutputStream out =
            new BufferedOutputStream(new FileOutputStream(of.resolve("fd/1").toFile(), true));
        PrintStream err =
            new PrintStream(new FileOutputStream(of.resolve("fd/2").toFile(), true), true, UTF_8)) {
      Console console = new Console(in, out, err, variables, false, false);
      // The first two are the shell and the script.
      return Main.run(words.subList(2, words.size()).toArray(String[]::new), console);
    }
  }

  /** Each word ends with a NUL. */
  private static List<String> words(Path file) throws IOException {
    List<String> words = Arrays.asList(Files.readString(file).split("\0", -1));
    return words.subList(0, words.size() - 1);
  }
}
