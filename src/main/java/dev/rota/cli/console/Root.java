package dev.rota.cli.console;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code rota} itself: what all verbs have in common. */
@Command(
    name = "rota",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    synopsisHeading = "%nUsage: ",
    usageHelpAutoWidth = true,
    sortOptions = false)
public final class Root implements Runnable {
  private final Console console;

  @Option(
      names = {"-o", "--output"},
      scope = ScopeType.INHERIT,
      paramLabel = "FORMAT",
      defaultValue = "text",
      completionCandidates = Words.OfFormats.class,
      description = "text or json")
  private Format format;

  @Option(
      names = {"-q", "--quiet"},
      scope = ScopeType.INHERIT,
      description = "errors only on stderr")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "tell more: Kafka's warnings; twice: all that Kafka says")
  private boolean[] verbose = {};

  private boolean jsonErrors;

  @Spec private CommandSpec spec;

  public Root(Console console) {
    this.console = console;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no verb is given");
  }

  /** Prints what came of it, in the form that is asked for. */
  public void report(String json, List<String> text) throws IOException {
    if (json()) {
      console.line(json);
      return;
    }
    for (String line : text) {
      console.line(line);
    }
  }

  public Console console() {
    return console;
  }

  /** Whether {@code -o json} was given. */
  public boolean json() {
    return format == Format.JSON;
  }

  /** Whether errors are told as JSON: with {@code -o json}, and among log lines that are JSON. */
  boolean tellsErrorsAsJson() {
    return json() || jsonErrors;
  }

  public void errorsAreJson() {
    jsonErrors = true;
  }

  public boolean quiet() {
    return quiet;
  }

  /** How often {@code -v} was given. */
  public int verbosity() {
    return verbose.length;
  }

  /** A line for human eyes, unless they want none. */
  public void note(String text) {
    if (!quiet) {
      console.note(text);
    }
  }
}
