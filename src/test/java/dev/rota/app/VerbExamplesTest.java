package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.console.Console;
import dev.rota.app.console.RootCommand;
import dev.rota.road.health.FindingStep;
import dev.rota.road.health.PartitionHealth.Cause;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Whatever help shows as an example can be typed. */
final class VerbExamplesTest {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** Each command line of rota in an example, without the shell's part of it. */
  static Stream<String> examples() {
    return VerbExamples.all().values().stream()
        .flatMap(List::stream)
        .map(one -> one.replaceFirst(" +#.*", "").replaceFirst(" > \\S+$", ""))
        .flatMap(one -> Stream.of(one.replaceFirst("^source <\\((.*)\\)$", "$1").split(" \\| ")))
        .filter(one -> one.startsWith("rota "))
        .map(one -> one.substring("rota ".length()));
  }

  private static CommandLine line() {
    PrintStream silent = new PrintStream(OutputStream.nullOutputStream());
    InputStream none = InputStream.nullInputStream();
    OutputStream nothing = OutputStream.nullOutputStream();
    return Main.line(new RootCommand(new Console(none, nothing, silent, Map.of(), false, false)));
  }

  private static String[] words(String example) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(example);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words.toArray(String[]::new);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleCanBeTyped(String example) {
    var parsed = line().parseArgs(words(example));
    assertThat(parsed.hasSubcommand()).as("it names a verb").isTrue();
    assertThat(parsed.errors()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = Cause.class, names = "WELL", mode = EnumSource.Mode.EXCLUDE)
  void theNextStepAfterAFindingCanBeTyped(Cause cause) {
    FindingStep step = FindingStep.of(cause, "bots");
    assertThat(step.command()).startsWith("rota ");
    var parsed = line().parseArgs(words(step.command().substring("rota ".length())));
    assertThat(parsed.hasSubcommand()).as("it names a verb").isTrue();
    assertThat(parsed.errors()).isEmpty();
    assertThat(FindingStep.of(cause, "bots@incident.rota")).as("of a capsule").isEqualTo(step);
  }

  /** What asks a cluster gets as far as the cluster, so its names and times are right, too. */
  @ParameterizedTest
  @MethodSource("examples")
  void anExampleThatAsksAClusterGetsAsFarAsThat(String example) {
    List<String> words = new ArrayList<>(Arrays.asList(words(example)));
    if (!List.of("query", "state", "why", "forecast", "whatif", "export").contains(words.get(0))
        || words.size() == 2) {
      return;
    }
    words.addAll(List.of("-b", "127.0.0.1:1"));
    Ran ran = Ran.rota(words.toArray(String[]::new));
    assertThat(ran.err()).contains("Kafka cannot be reached: 127.0.0.1:1");
    assertThat(ran.code()).isEqualTo(69);
  }

  @Test
  void everyCommandHasAnExampleOfItselfAndNothingElseHas() {
    Map<String, CommandSpec> commands = new TreeMap<>();
    collect(line(), commands);
    assertThat(VerbExamples.all().keySet()).containsExactlyInAnyOrderElementsOf(commands.keySet());
    VerbExamples.all()
        .forEach(
            (command, examples) ->
                assertThat(examples).as(command).isNotEmpty().allMatch(it -> it.contains(command)));
  }

  private static void collect(CommandLine verb, Map<String, CommandSpec> to) {
    to.put(verb.getCommandSpec().qualifiedName(), verb.getCommandSpec());
    verb.getSubcommands().values().stream()
        .filter(inner -> !inner.getCommandSpec().usageMessage().hidden())
        .forEach(inner -> collect(inner, to));
  }

  /** A verb has one line in the list of all: it is read as a whole. */
  @Test
  void theListOfVerbsHasALineForEachOnATerminalOfEightyColumns() {
    line()
        .getSubcommands()
        .forEach(
            (name, verb) -> {
              String what = verb.getCommandSpec().usageMessage().description()[0];
              assertThat(what).as(name).hasSizeBetween(10, 64);
            });
  }

  @Test
  void examplesAreInTheHelpAndInItsJson() throws Exception {
    assertThat(Ran.rota("help", "why").out()).contains("rota why bots job-7 --key builds --unless");
    var json =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(Ran.rota("help", "topics", "create", "-o", "json").out());
    assertThat(json.path("examples").toString()).contains("rota topics create --dry-run");
  }
}
