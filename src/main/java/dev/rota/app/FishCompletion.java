package dev.rota.app;

import dev.rota.app.console.CompletionWords;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script for fish, which picocli does not generate. */
final class FishCompletion {
  private final List<String> lines = new ArrayList<>(List.of("complete -c rota -f"));

  private FishCompletion() {}

  static String of(CommandLine top) {
    FishCompletion script = new FishCompletion();
    script.verbs(top, "__fish_use_subcommand");
    top.getSubcommands().forEach((name, verb) -> script.verb(verb, seen(name)));
    return String.join("\n", script.lines);
  }

  private static String seen(String name) {
    return "__fish_seen_subcommand_from " + name;
  }

  private void verb(CommandLine verb, String when) {
    var within = verb.getSubcommands();
    verbs(verb, when + "; and not " + seen(String.join(" ", within.keySet())));
    within.forEach((name, inner) -> verb(inner, when + "; and " + seen(name)));
    verb.getCommandSpec().positionalParameters().stream()
        .filter(argument -> argument.completionCandidates() != null)
        .forEach(argument -> lines.add(line(when) + " -a " + words(argument)));
    verb.getCommandSpec().options().forEach(option -> flag(option, when));
  }

  private void verbs(CommandLine of, String when) {
    of.getSubcommands()
        .forEach(
            (name, verb) ->
                lines.add(
                    line(when)
                        + " -a "
                        + name
                        + about(verb.getCommandSpec().usageMessage().description())));
  }

  private void flag(OptionSpec option, String when) {
    StringBuilder flag = new StringBuilder(line(when));
    for (String name : option.names()) {
      flag.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      flag.append(option.completionCandidates() == null ? " -r" : " -x -a " + words(option));
    }
    lines.add(flag + about(option.description()));
  }

  private static String line(String when) {
    return "complete -c rota -n '" + when + "'";
  }

  private static String words(ArgSpec argument) {
    if (argument.completionCandidates() instanceof CompletionWords.Asked) {
      return "'(rota completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'";
    }
    List<String> words = new ArrayList<>();
    argument.completionCandidates().forEach(words::add);
    return words.stream().collect(Collectors.joining(" ", "'", "'"));
  }

  /** Returns the first line of a description. Only help shows the rest. */
  private static String about(String[] description) {
    return description.length == 0
        ? ""
        : " -d '" + description[0].replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
