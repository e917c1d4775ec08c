package dev.rota.app;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.UsageMessage;
import dev.rota.app.console.VersionText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.commons.text.WordUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code rota help}: prints the usage of a verb, the exit codes, or a rule. */
@Command(
    name = "help",
    description = "print how to use a verb, the exit codes, or a rule",
    subcommands = HelpRule.class)
final class HelpCommand implements Callable<Integer> {
  static final String EXIT_CODES = "exit-codes";
  private static final String EVERY_VERB = "Also -o json, -q, -v and --domain-path: 'rota help'.";
  private static final String NEW_LINE = System.lineSeparator();

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
        throw UsageMessage.unknownVerb(verb, word);
      }
      verb = next;
    }
    if (schema) {
      return schema(verb.getCommandSpec());
    }
    show(verb, root);
    return ExitCode.OK.code();
  }

  /** Verbs in groups, what a stranger begins with first, and examples below each verb's flags. */
  static void layOut(CommandLine line) {
    UsageMessageSpec root = line.getCommandSpec().usageMessage();
    root.sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpCommand::grouped);
    root.sectionKeys(
        List.of(
            UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            UsageMessageSpec.SECTION_KEY_FOOTER,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST));
    root.optionListHeading("%nflags of every verb:%n").customSynopsis(UsageMessage.line(line));
    showExamples(line);
  }

  private static void showExamples(CommandLine verb) {
    UsageMessageSpec usage = verb.getCommandSpec().usageMessage();
    usage.abbreviateSynopsis(true);
    usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_DESCRIPTION, HelpCommand::about);
    usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpCommand::examples);
    usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpCommand::flags);
    verb.getSubcommands().values().forEach(HelpCommand::showExamples);
  }

  /** The flags of every verb are shown once: with the verbs. */
  private static String flags(CommandLine.Help verb) {
    List<OptionSpec> own =
        verb.commandSpec().options().stream()
            .filter(one -> !one.inherited() && !one.usageHelp() && !one.versionHelp())
            .toList();
    return verb.commandSpec().parent() == null
        ? verb.optionList()
        : verb.optionListExcludingGroups(own);
  }

  private static String examples(CommandLine.Help verb) {
    CommandSpec spec = verb.commandSpec();
    List<String> examples = VerbExamples.of(spec.qualifiedName());
    boolean all = spec.parent() == null;
    String heading = all ? "to begin with; 'rota help VERB' shows more" : "examples";
    return examples.stream()
        .map(example -> "  " + example + NEW_LINE)
        .collect(
            joining(
                "",
                NEW_LINE + heading + ":" + NEW_LINE,
                all ? "" : NEW_LINE + EVERY_VERB + NEW_LINE));
  }

  /** Sentences that several lines of the source hold are one paragraph. */
  private static String about(CommandLine.Help verb) {
    UsageMessageSpec usage = verb.commandSpec().usageMessage();
    List<String> paragraphs = new ArrayList<>();
    for (String line : usage.description()) {
      int last = paragraphs.size() - 1;
      if (last < 1 || line.isEmpty() || paragraphs.get(last).matches("|.*\\.")) {
        paragraphs.add(line);
      } else {
        paragraphs.set(last, paragraphs.get(last) + " " + line);
      }
    }
    return paragraphs.stream()
        .map(one -> WordUtils.wrap(one, usage.width(), NEW_LINE, false) + NEW_LINE)
        .collect(joining());
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
  private static String grouped(CommandLine.Help all) {
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
        text.append(NEW_LINE).append(group.heading()).append(':').append(NEW_LINE).append(table);
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
