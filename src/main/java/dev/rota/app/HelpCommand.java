package dev.rota.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.VersionText;
import dev.rota.base.text.SpellingSuggestion;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code rota help}: prints the usage of a verb, the exit codes, or a rule. */
@Command(
    name = "help",
    description = "print how to use a verb; also 'help exit-codes' and 'help rule ID'",
    subcommands = HelpRule.class)
final class HelpCommand implements Callable<Integer> {
  static final String EXIT_CODES = "exit-codes";

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "VERB",
      arity = "0..*",
      completionCandidates = OfVerbs.class,
      description = "a verb, or exit-codes")
  private List<String> words = List.of();

  @Option(
      names = "--schema",
      description =
          "prints the JSON Schema of a line that the verb prints with -o json; without a verb, of"
              + " errors")
  private boolean schema;

  RootCommand root() {
    return root;
  }

  @Override
  public Integer call() throws IOException {
    if (words.equals(List.of(EXIT_CODES))) {
      if (schema) {
        return schema(spec);
      }
      say(root, ExitCode.json(), ExitCode.table());
      return ExitCode.OK.code();
    }
    CommandLine verb = spec.parent().commandLine();
    for (String word : words) {
      CommandLine next = verb.getSubcommands().get(word);
      if (next == null) {
        String near = SpellingSuggestion.after(word, verb.getSubcommands().keySet());
        throw new ParameterException(verb, "unknown verb '" + word + "'" + near);
      }
      verb = next;
    }
    if (schema) {
      return schema(verb.getCommandSpec());
    }
    show(verb, root);
    return ExitCode.OK.code();
  }

  private int schema(CommandSpec verb) throws IOException {
    ObjectNode found =
        OutputSchema.of(verb.qualifiedName("-"))
            .orElseThrow(
                () ->
                    new CommandFailure(
                        ExitCode.NOT_FOUND,
                        "no JSON Schema of '" + verb.qualifiedName() + "'",
                        "it prints no JSON itself",
                        "'" + verb.qualifiedName() + " --help' shows what it does"));
    root.report(found.toString(), found.toPrettyString().lines().toList());
    return ExitCode.OK.code();
  }

  /** The verbs, each under the heading of its group. */
  static String grouped(CommandLine.Help all) {
    StringBuilder text = new StringBuilder();
    int name = 2 + all.subcommands().keySet().stream().mapToInt(String::length).max().orElse(0);
    int width = all.commandSpec().usageMessage().width();
    for (VerbList.Group group : VerbList.GROUPS) {
      TextTable table =
          TextTable.forColumns(
              all.colorScheme(),
              new Column(name + 2, 2, Overflow.TRUNCATE),
              new Column(width - name - 2, 2, Overflow.WRAP));
      for (VerbList.Verb verb : group.verbs()) {
        CommandLine.Help one = all.subcommands().get(verb.name());
        if (one != null) {
          table.addRowValues(verb.name(), one.commandSpec().usageMessage().description()[0]);
        }
      }
      if (table.rowCount() > 0) {
        text.append(group.heading()).append(':').append(System.lineSeparator()).append(table);
      }
    }
    return text.toString();
  }

  private static void show(CommandLine verb, RootCommand root) throws IOException {
    say(root, HelpJson.of(verb), verb.getUsageMessage(verb.getColorScheme()));
  }

  private static void say(RootCommand root, String json, String text) throws IOException {
    root.console().raw(root.json() ? json : text.stripTrailing());
  }

  /** Answers {@code --help} and {@code --version} as JSON. Returns false if neither was given. */
  static boolean answered(ParseResult parsed, RootCommand root) throws IOException {
    for (ParseResult at = parsed; at != null; at = at.subcommand()) {
      if (at.isUsageHelpRequested()) {
        show(at.commandSpec().commandLine(), root);
        return true;
      }
      if (at.isVersionHelpRequested()) {
        root.console().line(VersionText.json());
        return true;
      }
    }
    return false;
  }

  static final class OfVerbs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      Stream<String> verbs = VerbList.ALL.stream().map(VerbList.Verb::name);
      return Stream.concat(verbs, Stream.of(HelpCommand.EXIT_CODES)).iterator();
    }
  }
}
