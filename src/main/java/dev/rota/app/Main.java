package dev.rota.app;

import ch.qos.logback.classic.Level;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.Console;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.UsageMessage;
import dev.rota.app.log.LogVerbosity;
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
    return run(args, new RootCommand(console));
  }

  /** The same, of a command line that begins with this one. */
  public static int run(String[] args, RootCommand root) {
    // Programs read the output and people paste commands from it: digits must be 0 to 9.
    Locale.setDefault(Locale.ROOT);
    // The same digits, and the JDK formats twice as fast. Kafka Streams formats two texts a record.
    Locale.setDefault(Locale.Category.FORMAT, Locale.US);
    int code = line(root, VerbList.of(args)).execute(args);
    try {
      root.console().out().flush();
      return code;
    } catch (IOException e) {
      CommandFailure failure = FailureTranslator.of(e);
      // If the verb failed for the same reason, it has already printed that.
      return code == failure.exit().code() ? code : FailureTranslator.print(failure, root);
    }
  }

  /** Prints help as JSON if {@code -o json} is given. Picocli itself only prints text. */
  private static boolean answered(CommandLine.ParseResult parsed, RootCommand root) {
    try {
      return root.json() && HelpCommand.answered(parsed, root);
    } catch (IOException e) {
      throw new CommandLine.ExecutionException(parsed.commandSpec().commandLine(), "help", e);
    }
  }

  /** Builds the complete command line model. */
  public static CommandLine line(RootCommand root) {
    return line(root, VerbList.ALL);
  }

  private static CommandLine line(RootCommand root, List<VerbList.Verb> verbs) {
    CommandLine line = new CommandLine(root);
    verbs.forEach(verb -> line.addSubcommand(verb.command()));
    HelpCommand.layOut(line);
    Console console = root.console();
    var out =
        new java.io.PrintWriter(console.out(), false, java.nio.charset.StandardCharsets.UTF_8);
    var err = new java.io.PrintWriter(console.err(), true, java.nio.charset.StandardCharsets.UTF_8);
    Ansi ansi = console.colours() ? Ansi.ON : Ansi.OFF;
    IExecutionExceptionHandler failed =
        (e, verb, _) ->
            FailureTranslator.print(MissingRightsMessage.explained(e, verb, root), root);
    return line.setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
        .setParameterExceptionHandler((e, _) -> UsageMessage.explain(e, root))
        .setExecutionStrategy(
            parsed -> {
              LogVerbosity.set(root.verbosity(), root.quiet(), Level.WARN);
              return answered(parsed, root)
                  ? ExitCode.OK.code()
                  : new CommandLine.RunLast().execute(parsed);
            })
        .setExecutionExceptionHandler(failed);
  }
}
