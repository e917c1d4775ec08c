package dev.rota.base.actions;

import dev.rota.base.blobs.ProcessStartLock;
import dev.rota.base.text.PrintableText;
import dev.rota.protocols.reapi.Command;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

/**
 * Runs the command of an action, as the leader of a session of its own, with its environment and no
 * other, and with stdout and stderr in files.
 */
final class ActionProcess {
  /** Where the C library looks for a program if there is no PATH. */
  private static final String PATH_DEFAULT = "/bin:/usr/bin";

  /** How this JVM writes names and arguments; the second one since Java 18. */
  private static final boolean IS_UTF8 =
      Charset.defaultCharset().equals(StandardCharsets.UTF_8)
          && "UTF-8".equals(System.getProperty("sun.jnu.encoding"));

  private static final Path NOTHING = Path.of("/dev/null");
  private static final String ENV = found("env");
  static final String SETSID = found("setsid");

  /** All who could write have ended. Only one that no sweep finds could make a reader wait. */
  private static final long REST_MILLIS = 10_000;

  private final Command command;
  private final Path working;
  private final ActionSlot slot;
  private final long streamBytesMax;
  private volatile Process process;

  /** How a command ended; the exit code is that of a shell. */
  record EndedProcess(int code, boolean timedOut) {}

  /**
   * Makes a process that does not run yet.
   *
   * @param working the working directory
   * @param slot where it runs; all that is left there ends with the command
   */
  ActionProcess(Command command, Path working, ActionSlot slot, long streamBytesMax) {
    this.command = command;
    this.working = working;
    this.slot = slot;
    this.streamBytesMax = streamBytesMax;
  }

  /**
   * Runs the command to its end, and ends all processes that it leaves behind.
   *
   * @throws io.grpc.StatusRuntimeException if it cannot be run
   * @throws InterruptedException all its processes have been ended
   */
  EndedProcess run(Duration timeout, Path out, Path err) throws IOException, InterruptedException {
    checkProgram();
    process = started();
    StreamRecorder stdout = new StreamRecorder(process.getInputStream(), out, streamBytesMax);
    StreamRecorder stderr = new StreamRecorder(process.getErrorStream(), err, streamBytesMax);
    stdout.start();
    stderr.start();
    boolean ended = false;
    boolean interrupted = false;
    try {
      ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    new ProcessSweeper(process.pid(), slot).end();
    if (interrupted) {
      throw new InterruptedException("the action was ended");
    }
    stdout.finish();
    stderr.finish();
    return new EndedProcess(process.waitFor(), !ended);
  }

  private void checkProgram() {
    if (command.getArgumentsCount() == 0) {
      throw invalid("the command has no arguments, not even its program");
    }
    String name = command.getArguments(0);
    String path =
        command.getEnvironmentVariablesList().stream()
            .filter(variable -> variable.getName().equals("PATH"))
            .map(Command.EnvironmentVariable::getValue)
            .reduce(PATH_DEFAULT, (first, last) -> last);
    Stream<String> places =
        name.contains("/")
            ? Stream.of(name)
            : Stream.of(path.split(":", -1)).map(dir -> dir + "/" + name);
    boolean found =
        places
            .map(place -> working.resolve(ActionPath.path(place, "the program")))
            .anyMatch(place -> Files.isRegularFile(place) && Files.isExecutable(place));
    if (!found) {
      throw ActionPath.unmet("the program", name, "is not there, or not executable");
    }
  }

  /** Ends the command now, if it runs. */
  void end() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
    }
  }

  private Process started() throws IOException {
    command.getArgumentsList().forEach(word -> check("an argument", word));
    try {
      return start(builder());
    } catch (IllegalArgumentException e) {
      throw invalid("the command's environment is invalid: " + e.getMessage());
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("error=7,")) {
        throw invalid("the command's arguments and environment are too long");
      }
      throw new IOException("no command can be started; a shell is needed: " + e.getMessage(), e);
    }
  }

  /** A shell enters the slot. It would add to the environment, so another program makes that. */
  private ProcessBuilder builder() {
    List<String> words = new ArrayList<>(List.of(ENV, "-i", "--"));
    environment().forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(List.of(SETSID, "--"));
    words.addAll(command.getArgumentsList());
    ProcessBuilder builder =
        new ProcessBuilder(slot.entering(working, words))
            .directory(working.toFile())
            .redirectInput(NOTHING.toFile());
    builder.environment().clear();
    return builder;
  }

  private Map<String, String> environment() {
    // It refuses names that no environment can have.
    Map<String, String> checked = new ProcessBuilder().environment();
    checked.clear();
    for (Command.EnvironmentVariable variable : command.getEnvironmentVariablesList()) {
      check("a variable", variable.getName() + variable.getValue());
      checked.put(variable.getName(), variable.getValue());
    }
    return checked;
  }

  /** Returns where a program of the system is, which the command's own PATH need not say. */
  static String found(String program) {
    return Stream.of("/usr/bin/", "/bin/", "/usr/local/bin/")
        .map(directory -> directory + program)
        .filter(place -> Files.isExecutable(Path.of(place)))
        .findFirst()
        .orElse(program);
  }

  /** Other text would reach the command as other bytes. */
  private static void check(String what, String word) {
    if (word.indexOf('\0') >= 0) {
      throw invalid(what + " of the command contains NUL");
    }
    if (!IS_UTF8 && word.chars().anyMatch(c -> c > 127)) {
      throw invalid(what + " of the command is not ASCII; the worker's locale must be of UTF-8");
    }
  }

  private static RuntimeException invalid(String why) {
    return Status.INVALID_ARGUMENT.withDescription(why).asRuntimeException();
  }

  /** Runs a program to its end, and returns what it says; null: its exit code is 0. */
  static String fault(List<String> words) throws IOException {
    Process ran = start(new ProcessBuilder(words).redirectErrorStream(true));
    byte[] said = ran.getInputStream().readAllBytes();
    int code = ran.onExit().join().exitValue();
    return code == 0
        ? null
        : PrintableText.line(new String(said, StandardCharsets.UTF_8).strip())
            + " (exit code %d)".formatted(code);
  }

  /** Runs a program to its end, and returns its exit code. */
  static int run(List<String> words) throws IOException {
    return start(
            new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD))
        .onExit()
        .join()
        .exitValue();
  }

  /** Starts a process while no executable is being written. */
  static Process start(ProcessBuilder builder) throws IOException {
    Lock lock = ProcessStartLock.ofStarters();
    lock.lock();
    try {
      return builder.start();
    } finally {
      lock.unlock();
    }
  }

  /** Writes a stream to a file, up to a limit; the command never waits for the rest. */
  private static final class StreamRecorder extends Thread {
    private final InputStream in;
    private final Path file;
    private final long bytesMax;
    private volatile boolean isReading;
    private boolean isOver;

    StreamRecorder(InputStream in, Path file, long bytesMax) {
      super("action-" + file.getFileName());
      setDaemon(true);
      this.in = in;
      this.file = file;
      this.bytesMax = bytesMax;
    }

    @Override
    public void run() {
      long rest = bytesMax;
      long dropped = 0;
      byte[] buffer = new byte[1 << 13];
      try (OutputStream out = Files.newOutputStream(file)) {
        for (int n = read(buffer); n >= 0; n = read(buffer)) {
          int kept = (int) Math.min(n, rest);
          if (!write(out, buffer, kept)) {
            return;
          }
          rest -= kept;
          dropped += n - kept;
        }
        if (dropped > 0) {
          String note = "\n[" + dropped + " bytes more, beyond " + bytesMax + ", are not kept]\n";
          byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
          write(out, bytes, bytes.length);
        }
      } catch (IOException theDiskIsFullOrTheStreamClosed) {
        // What is in the file is what there is. The command gets a broken pipe if it goes on.
      }
    }

    private int read(byte[] buffer) throws IOException {
      isReading = true;
      int read = in.read(buffer);
      isReading = false;
      return read;
    }

    /** Returns false, and writes nothing, if the file is about to be stored. */
    private synchronized boolean write(OutputStream out, byte[] buffer, int bytes)
        throws IOException {
      if (!isOver) {
        out.write(buffer, 0, bytes);
      }
      return !isOver;
    }

    /**
     * Waits until all is written. If a process that no sweep finds keeps the stream open, what it
     * writes from now on is dropped.
     */
    void finish() throws InterruptedException {
      do {
        join(REST_MILLIS);
      } while (isAlive() && !isReading);
      synchronized (this) {
        isOver = true;
      }
    }
  }
}
