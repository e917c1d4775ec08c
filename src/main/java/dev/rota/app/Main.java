package dev.rota.app;

import ch.qos.logback.classic.Level;
import dev.rota.app.console.Console;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.app.console.Failures;
import dev.rota.app.console.Root;
import dev.rota.app.console.Usage;
import dev.rota.app.log.Verbosity;
import dev.rota.road.stream.NativeLibraries;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IExecutionExceptionHandler;

/** Runs a command line and returns its exit code. */
public final class Main {
  private Main() {}

  /** Runs on the process's own stdin, stdout and stderr. */
  public static int run(String... args) {
    NativeLibraries.claim();
    return run(args, Console.ofProcess());
  }

  /** Runs a command. All failures are printed and returned as an exit code. */
  public static int run(String[] args, Console console) {
    // Programs read the output and people paste commands from it: digits must be 0 to 9.
    Locale.setDefault(Locale.ROOT);
    // The same digits, and the JDK formats twice as fast. Kafka Streams formats two texts a record.
    Locale.setDefault(Locale.Category.FORMAT, Locale.US);
    Root root = new Root(console);
    int code = line(root, Verbs.of(args)).execute(args);
    try {
      console.out().flush();
      return code;
    } catch (IOException e) {
      Failure failure = Failures.of(e);
      // If the verb failed for the same reason, it has already printed that.
      return code == failure.exit().code() ? code : Failures.print(failure, root);
    }
  }

  /** Prints help as JSON if {@code -o json} is given. Picocli itself only prints text. */
  private static boolean answered(CommandLine.ParseResult parsed, Root root) {
    try {
      return root.json() && Help.answered(parsed, root);
    } catch (IOException e) {
      throw new CommandLine.ExecutionException(parsed.commandSpec().commandLine(), "help", e);
    }
  }

  /** Builds the complete command line model. */
  public static CommandLine line(Root root) {
    return line(root, Verbs.ALL);
  }

  private static CommandLine line(Root root, List<Verbs.Verb> verbs) {
    CommandLine line = new CommandLine(root);
    verbs.forEach(verb -> line.addSubcommand(verb.command()));
    line.getHelpSectionMap()
        .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Help::grouped);
    Console console = root.console();
    var out =
        new java.io.PrintWriter(console.out(), false, java.nio.charset.StandardCharsets.UTF_8);
    var err = new java.io.PrintWriter(console.err(), true, java.nio.charset.StandardCharsets.UTF_8);
    Ansi ansi = console.colours() ? Ansi.ON : Ansi.OFF;
    IExecutionExceptionHandler failed =
        (e, verb, parsed) -> Failures.print(Denial.explained(e, verb, root), root);
    return line.setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
        .setParameterExceptionHandler((e, args) -> Usage.explain(e, root))
        .setExecutionStrategy(
            parsed -> {
              Verbosity.set(root.verbosity(), root.quiet(), Level.WARN);
              return answered(parsed, root)
                  ? Exit.OK.code()
                  : new CommandLine.RunLast().execute(parsed);
            })
        .setExecutionExceptionHandler(failed);
  }
}
