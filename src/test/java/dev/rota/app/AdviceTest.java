package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.console.Console;
import dev.rota.app.console.RootCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What a message says to do can be typed. */
final class AdviceTest {
  private static final Path SOURCES = Path.of("src/main/java");

  /** Literals that are joined are one text. */
  private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");

  /** Such as {@code 'rota topics acls --role follower'}, or a line of its own. */
  private static final Pattern COMMAND =
      Pattern.compile("(?:'|^|: |\\n *|%n *)rota ([a-z][a-z-]*(?: |$|(?='))[^'\";]*)");

  private static final Pattern FLAG = Pattern.compile("-{1,2}[a-z][a-z-]*");

  private final CommandLine rota = line();

  private static CommandLine line() {
    PrintStream silent = new PrintStream(OutputStream.nullOutputStream());
    InputStream none = InputStream.nullInputStream();
    OutputStream nothing = OutputStream.nullOutputStream();
    return Main.line(new RootCommand(new Console(none, nothing, silent, Map.of(), false, false)));
  }

  @Test
  void eachCommandThatAMessageNamesHasThatVerbAndThoseFlags() throws IOException {
    Map<String, String> wrong = new TreeMap<>();
    int seen = 0;
    for (Path source : sources()) {
      String text = JOINT.matcher(Files.readString(source)).replaceAll("");
      for (String literal : LITERAL.matcher(text).results().map(it -> it.group(1)).toList()) {
        for (String command : COMMAND.matcher(literal).results().map(it -> it.group(1)).toList()) {
          seen++;
          String fault = fault(command);
          if (fault != null) {
            wrong.put(source.getFileName() + ": rota " + command, fault);
          }
        }
      }
    }
    assertThat(seen).as("commands in messages").isGreaterThan(100);
    assertThat(wrong).isEmpty();
  }

  /** What is wrong with it; null: nothing. */
  private String fault(String command) {
    List<String> words = List.of(command.trim().split("[ ,]+"));
    CommandLine verb = rota.getSubcommands().get(words.get(0));
    if (verb == null) {
      return "no such verb";
    }
    int flags = 1;
    if (words.size() > 1 && verb.getSubcommands().containsKey(words.get(1))) {
      verb = verb.getSubcommands().get(words.get(1));
      flags = 2;
    }
    for (String word : words.subList(flags, words.size())) {
      if (FLAG.matcher(word).matches() && verb.getCommandSpec().findOption(word) == null) {
        return "no flag " + word;
      }
    }
    return null;
  }

  /** Messages of what all of them use name these flags. */
  @Test
  void whoAsksAClusterHasTheFlagsThatItsMessagesName() {
    List<String> asking = new ArrayList<>();
    for (CommandSpec verb : verbs(rota)) {
      assertThat(verb.findOption("-v")).as(verb.qualifiedName()).isNotNull();
      if (verb.findOption("--bootstrap-server") != null) {
        asking.add(verb.qualifiedName());
        for (String flag : List.of("-b", "--dev", "--registry", "--config")) {
          assertThat(verb.findOption(flag)).as(verb.qualifiedName() + " " + flag).isNotNull();
        }
      }
    }
    assertThat(asking).hasSizeGreaterThan(20);
  }

  private static List<CommandSpec> verbs(CommandLine of) {
    return of.getSubcommands().values().stream()
        .flatMap(
            one ->
                one.getSubcommands().isEmpty()
                    ? Stream.of(one.getCommandSpec())
                    : verbs(one).stream())
        .toList();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(SOURCES)) {
      return all.filter(one -> one.toString().endsWith(".java")).sorted().toList();
    }
  }
}
