package dev.rota.app.console;

import dev.rota.base.lines.AnswerJson;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code rota} with the flags that all verbs share. */
@Command(
    name = "rota",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    synopsisHeading = "%nUsage: ",
    usageHelpAutoWidth = true,
    sortOptions = false)
public class RootCommand implements Callable<Integer> {
  /** The flag that names jars with more domains. */
  public static final String DOMAIN_PATH = "--domain-path";

  private static final Logger LOG = LoggerFactory.getLogger(RootCommand.class);

  private final Console console;

  @Option(
      names = {"-o", "--output"},
      scope = ScopeType.INHERIT,
      paramLabel = "FORMAT",
      defaultValue = "text",
      completionCandidates = CompletionWords.OfFormats.class,
      description = "output format: text or json")
  private OutputFormat format;

  @Option(
      names = {"-q", "--quiet"},
      scope = ScopeType.INHERIT,
      description = "print only errors on stderr")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "log more: Rota's INFO and Kafka's warnings; -v -v: debug and Kafka's INFO")
  private boolean[] verbose = {};

  /** It is read before any verb: the domains are part of the program that runs then. */
  @Option(
      names = DOMAIN_PATH,
      scope = ScopeType.INHERIT,
      paramLabel = "JARS",
      description = "jars with more domains, or a directory of jars; more with commas")
  @SuppressWarnings("UnusedVariable") // for help and completion
  private String domainPath;

  private boolean jsonErrors;
  private boolean notesAreLogged;

  @Spec private CommandSpec spec;

  public RootCommand(Console console) {
    this.console = console;
  }

  /** Without a verb: who does not know any is shown all. */
  @Override
  public final Integer call() {
    if (tellsErrorsAsJson()) {
      throw new ParameterException(spec.commandLine(), "no verb given");
    }
    console.err().print(spec.commandLine().getUsageMessage().stripLeading());
    return ExitCode.USAGE.code();
  }

  /** Prints a result in the requested format. */
  public void report(String json, List<String> text) throws IOException {
    if (json()) {
      console.line(json);
      return;
    }
    for (String line : text) {
      console.line(line);
    }
  }

  /** Prints a line: an answer as JSON, or what it says of itself. */
  public final void answer(Record answer) throws IOException {
    report(AnswerJson.text(answer), List.of(answer.toString()));
  }

  public final Console console() {
    return console;
  }

  public final boolean json() {
    return format == OutputFormat.JSON;
  }

  /** Returns true with {@code -o json}, or if the log is JSON. */
  final boolean tellsErrorsAsJson() {
    return json() || jsonErrors;
  }

  /** From now on notes are lines of the log. If those are JSON, errors are so, too. */
  public final void tellByLog(boolean json) {
    notesAreLogged = true;
    jsonErrors = json;
  }

  public final boolean quiet() {
    return quiet;
  }

  /** The number of {@code -v} flags. */
  public final int verbosity() {
    return verbose.length;
  }

  /** Writes a line to stderr unless {@code --quiet} is given. A service logs it. */
  public final void note(String text) {
    if (notesAreLogged) {
      LOG.info("{}", text);
    } else if (!quiet) {
      console.note(text);
    }
  }
}
