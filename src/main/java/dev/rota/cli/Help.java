package dev.rota.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota help}, of a verb or of exit codes. */
@Command(name = "help", description = "how a verb is used; 'help exit-codes' lists those")
final class Help implements Callable<Integer> {
  private static final String EXIT_CODES = "exit-codes";

  @ParentCommand private Root root;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "VERB", arity = "0..*", description = "a verb, or exit-codes")
  private List<String> words = List.of();

  @Override
  public Integer call() throws IOException {
    if (words.equals(List.of(EXIT_CODES))) {
      root.console().raw(Exit.table().stripTrailing());
      return Exit.OK.code();
    }
    CommandLine verb = spec.parent().commandLine();
    for (String word : words) {
      CommandLine next = verb.getSubcommands().get(word);
      if (next == null) {
        String near = Usage.suggestion(word, verb.getSubcommands().keySet());
        throw new ParameterException(verb, "No verb is called '" + word + "'" + near);
      }
      verb = next;
    }
    root.console().raw(verb.getUsageMessage(verb.getColorScheme()).stripTrailing());
    return Exit.OK.code();
  }
}
