package dev.rota.app.console;

import dev.rota.base.text.SpellingSuggestion;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains an invalid command line: the reason, a suggestion and one line of usage. */
public final class UsageMessage {
  private static final String WHOLE = "a whole number from %d to %d";
  private static final String INT = WHOLE.formatted(Integer.MIN_VALUE, Integer.MAX_VALUE);
  private static final String LONG = WHOLE.formatted(Long.MIN_VALUE, Long.MAX_VALUE);
  private static final String NUMBER = "a number such as 0.5";

  private static final Map<Class<?>, String> KINDS =
      Map.of(
          int.class, INT,
          Integer.class, INT,
          long.class, LONG,
          Long.class, LONG,
          double.class, NUMBER,
          Double.class, NUMBER,
          Duration.class, "a duration such as PT10M, PT12H or P30D");

  private UsageMessage() {}

  public static int explain(ParameterException e, RootCommand root) {
    CommandLine verb = e.getCommandLine();
    CommandFailure failure =
        new CommandFailure(
                ExitCode.USAGE, "rota", message(e), "'rota help" + path(verb) + "' shows the usage")
            .about(field(e), e.getValue());
    FailureTranslator.print(failure, root);
    if (!root.tellsErrorsAsJson()) {
      root.console().note("Usage: " + line(verb));
    }
    return ExitCode.USAGE.code();
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
      return unfit(e);
    }
    String word = unmatched.getUnmatched().get(0);
    CommandLine verb = e.getCommandLine();
    if (word.startsWith("-")) {
      String flag = word.replaceFirst("=.*", "");
      return "unknown flag '" + flag + "'" + SpellingSuggestion.after(flag, flags(verb));
    }
    return verb.getSubcommands().isEmpty()
        ? "unexpected argument '" + word + "'"
        : "unknown verb '"
            + word
            + "'"
            + SpellingSuggestion.after(word, verb.getSubcommands().keySet());
  }

  /** Picocli names Java's types. */
  private static String unfit(ParameterException e) {
    String kind = e.getArgSpec() == null ? null : KINDS.get(e.getArgSpec().type());
    boolean converted = e.getMessage().startsWith("Invalid value for ") && e.getValue() != null;
    return kind == null || !converted
        ? e.getMessage()
        : "%s is '%s'; expected %s".formatted(field(e), e.getValue(), kind);
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
