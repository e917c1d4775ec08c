package dev.rota.app.console;

import dev.rota.base.text.SpellingSuggestion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains an invalid command line: the reason, a suggestion and one line of usage. */
public final class UsageMessage {
  private static final String INT = "a whole number such as 100, at most " + Integer.MAX_VALUE;
  private static final String LONG = "a whole number such as 100, at most " + Long.MAX_VALUE;
  private static final String NUMBER = "a number such as 0.5";

  private static final Map<Class<?>, String> KINDS =
      Map.of(
          int.class, INT,
          Integer.class, INT,
          long.class, LONG,
          Long.class, LONG,
          double.class, NUMBER,
          Double.class, NUMBER,
          Path.class, "a file or a directory",
          Duration.class, "a duration such as PT10M, PT12H or P30D");

  private UsageMessage() {}

  public static int explain(ParameterException e, RootCommand root) {
    CommandLine verb = e.getCommandLine();
    String shows = verb.getParent() == null ? "' lists the verbs" : "' shows usage and examples";
    CommandFailure failure =
        new CommandFailure(ExitCode.USAGE, "rota", message(e), "'rota help" + path(verb) + shows)
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
    if (verb.getParent() == null) {
      return "rota VERB [OPTIONS]";
    }
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
    CommandLine verb = e.getCommandLine();
    List<String> unmatched = unmatched(e);
    if (unmatched.isEmpty()) {
      return unfit(e);
    }
    String word = unmatched.get(0);
    if (word.startsWith("-")) {
      String flag = word.replaceFirst("=.*", "");
      return "unknown flag '" + flag + "'" + SpellingSuggestion.after(flag, flags(verb));
    }
    boolean hasParameters = !verb.getCommandSpec().positionalParameters().isEmpty();
    return verb.getSubcommands().isEmpty() || hasParameters
        ? "unexpected argument '" + word + "'"
        : unknownVerb(verb, word).getMessage();
  }

  /** The verbs of the verb itself are in its usage. */
  public static ParameterException unknownVerb(CommandLine verb, String word) {
    String near = SpellingSuggestion.after(word, verb.getSubcommands().keySet());
    return new ParameterException(verb, "unknown verb '" + word + "'" + near);
  }

  /** What is missing may be behind a flag that is mistaken: this one is told. */
  private static List<String> unmatched(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched.getUnmatched();
    }
    return e instanceof MissingParameterException
        ? e.getCommandLine().getUnmatchedArguments().stream()
            .filter(word -> word.startsWith("-"))
            .toList()
        : List.of();
  }

  /** Picocli names Java's types. */
  private static String unfit(ParameterException e) {
    String kind = e.getArgSpec() == null ? null : KINDS.get(e.getArgSpec().type());
    boolean converted = e.getMessage().startsWith("Invalid value for ") && e.getValue() != null;
    Class<?> type = e.getArgSpec() == null ? null : enumeration(e.getArgSpec());
    if (type != null && converted) {
      List<String> words = new ArrayList<>();
      CompletionWords.lower((Enum<?>[]) type.getEnumConstants()).forEachRemaining(words::add);
      String among = SpellingSuggestion.among(e.getValue(), words);
      return "%s is '%s'; %s".formatted(field(e), e.getValue(), among);
    }
    return kind == null || !converted
        ? e.getMessage()
        : "%s is '%s'; expected %s".formatted(field(e), e.getValue(), kind);
  }

  /** The words of a flag that has some; null: it has any. */
  private static Class<?> enumeration(ArgSpec flag) {
    return Stream.concat(Stream.of(flag.type()), Stream.of(flag.auxiliaryTypes()))
        .filter(Class::isEnum)
        .findFirst()
        .orElse(null);
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
