package dev.rota.base.actions;

import dev.rota.base.blobs.ProcessStartLock;
import dev.rota.base.text.PrintableText;
import dev.rota.protocols.reapi.Command;
import io.grpc.Status;
import java.io.IOException;
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
 * other, and with stdout and stderr recorded.
 */
final class ActionProcess {
  /** Where the C library looks for a program if there is no PATH. */
  private static final String PATH_DEFAULT = "/bin:/usr/bin";

  /** For a program that is tried when the bot starts. */
  private static final Duration TRIAL_MAX = Duration.ofMinutes(1);

  /** What a shell says of a program that SIGKILL ended. */
  private static final int KILLED = 128 + 9;

  /** How this JVM writes names and arguments; the second one since Java 18. */
  private static final boolean IS_UTF8 =
      Charset.defaultCharset().equals(StandardCharsets.UTF_8)
          && "UTF-8".equals(System.getProperty("sun.jnu.encoding"));

  private static final Path NOTHING = Path.of("/dev/null");
  private static final String ENV = found("env");

  /** Whoever started the bot, such as nohup, may ignore some: its actions would inherit that. */
  private static final String DEFAULT_SIGNALS = "--default-signal";

  private static final boolean RESETS_SIGNALS = resetsSignals();
  static final String SETSID = found("setsid");

  private final Command command;
  private final Path working;
  private final ActionSlot slot;
  private volatile Process process;

  /** How a command ended; the exit code is that of a shell. */
  record EndedProcess(int code, boolean timedOut) {}

  /**
   * Makes a process that does not run yet.
   *
   * @param working the working directory
   * @param slot where it runs; all that is left there ends with the command
   */
  ActionProcess(Command command, Path working, ActionSlot slot) {
    this.command = command;
    this.working = working;
    this.slot = slot;
  }

  /**
   * Runs the command to its end, and ends all processes that it leaves behind.
   *
   * @throws io.grpc.StatusRuntimeException if it cannot be run
   * @throws InterruptedException all its processes have been ended
   */
  EndedProcess run(Duration timeout, StreamRecorder out, StreamRecorder err)
      throws IOException, InterruptedException {
    checkProgram();
    process = started();
    out.start(process.getInputStream(), this::end);
    err.start(process.getErrorStream(), this::end);
    boolean ended = false;
    boolean interrupted = false;
    try {
      ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      interrupted = true;
    }
    new ProcessSweeper(process.pid(), slot).end();
    if (interrupted) {
      throw new InterruptedException("the action was ended");
    }
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
            .reduce(PATH_DEFAULT, (_, last) -> last);
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

  /**
   * Ends the command now, if it runs. By its handle: the process itself would drop what it wrote.
   */
  void end() {
    Process running = process;
    if (running != null) {
      var _ = running.toHandle().destroyForcibly();
    }
  }

  private Process started() throws IOException {
    command.getArgumentsList().forEach(word -> check("an argument", word));
    try {
      return start(builder());
    } catch (IllegalArgumentException e) {
      throw invalid("the command's environment is invalid: " + e.getMessage());
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("error: 7 (")) {
        throw invalid("the command's arguments and environment are too long");
      }
      throw new IOException("no command can be started; a shell is needed: " + e.getMessage(), e);
    }
  }

  /** A shell enters the slot. It would add to the environment, so another program makes that. */
  private ProcessBuilder builder() {
    List<String> words = new ArrayList<>(List.of(ENV, "-i"));
    if (RESETS_SIGNALS) {
      words.add(DEFAULT_SIGNALS);
    }
    words.add("--");
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

  /** Not every system's program can. */
  private static boolean resetsSignals() {
    try {
      return fault(List.of(ENV, DEFAULT_SIGNALS, "true")) == null;
    } catch (IOException thereIsNone) {
      return false;
    }
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
    int code = exitCode(ran, TRIAL_MAX);
    return code == 0
        ? null
        : PrintableText.line(new String(said, StandardCharsets.UTF_8).strip())
            + " (exit code %d)".formatted(code);
  }

  /**
   * Starts a process while no executable is being written, or after a minute all the same: a disk
   * that hangs must not keep actions from being ended.
   */
  static Process start(ProcessBuilder builder) throws IOException {
    Lock lock = ProcessStartLock.ofStarters();
    boolean locked = false;
    boolean interrupted = Thread.interrupted();
    try {
      locked = lock.tryLock(1, TimeUnit.MINUTES);
    } catch (InterruptedException _) {
      interrupted = true;
    }
    try {
      return builder.start();
    } finally {
      if (locked) {
        lock.unlock();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs a program of the system, whoever interrupts; false: it failed, or took too long. */
  static boolean did(Duration most, List<String> words) throws IOException {
    Process process =
        start(
            new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD));
    return exitCode(process, most) == 0;
  }

  /** Waits for the end of a process, whoever interrupts. One that takes too long is killed. */
  private static int exitCode(Process process, Duration most) {
    long end = System.nanoTime() + most.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return process.exitValue();
          }
          process.destroyForcibly();
          return KILLED;
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
