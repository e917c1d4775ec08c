package dev.rota.cli.console;

import dev.rota.text.Suggestion;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains an invalid command line: the reason, a suggestion and one line of usage. */
public final class Usage {
  private Usage() {}

  public static int explain(ParameterException e, Root root) {
    CommandLine verb = e.getCommandLine();
    Failure failure =
        new Failure(Exit.USAGE, "rota", message(e), "'rota help" + path(verb) + "' shows the usage")
            .about(field(e), e.getValue());
    Failures.print(failure, root);
    if (!root.tellsErrorsAsJson()) {
      root.console().note("Usage: " + line(verb));
    }
    return Exit.USAGE.code();
  }

  /**
   * Returns {@code rota consume [OPTIONS] TOPIC...}, or lists the inner verbs if one is required.
   */
  public static String line(CommandLine verb) {
    Collection<String> verbs = verb.getSubcommands().keySet();
    return verbs.isEmpty() || !verb.getCommandSpec().positionalParameters().isEmpty()
        ? verb.getHelp().abbreviatedSynopsis().strip()
        : verb.getCommandSpec().qualifiedName() + " " + String.join("|", verbs) + " [OPTIONS]";
  }

  /** Returns the flag's long name, or the parameter's label. */
  private static String field(ParameterException e) {
    ArgSpec spec = e.getArgSpec();
    return spec instanceof OptionSpec option
        ? option.longestName()
        : spec == null ? null : spec.paramLabel();
  }

  private static String message(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return e.getMessage();
    }
    String word = unmatched.getUnmatched().get(0);
    CommandLine verb = e.getCommandLine();
    if (word.startsWith("-")) {
      String flag = word.replaceFirst("=.*", "");
      return "unknown flag '" + flag + "'" + Suggestion.after(flag, flags(verb));
    }
    return verb.getSubcommands().isEmpty()
        ? "unexpected argument '" + word + "'"
        : "unknown verb '" + word + "'" + Suggestion.after(word, verb.getSubcommands().keySet());
  }

  private static List<String> flags(CommandLine verb) {
    return verb.getCommandSpec().options().stream()
        .flatMap(option -> Stream.of(option.names()))
        .toList();
  }

  private static String path(CommandLine verb) {
    return verb.getParent() == null ? "" : path(verb.getParent()) + " " + verb.getCommandName();
  }
}
