package dev.rota.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota completion bash}. */
@Command(
    name = "completion",
    description = "a shell's completion script: source <(rota completion bash)")
final class Completion implements Callable<Integer> {
  /** The shells served. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @ParentCommand private Root root;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private Shell shell;

  @Override
  public Integer call() throws IOException {
    CommandLine top = spec.parent().commandLine();
    root.console().raw(shell == Shell.FISH ? fish(top) : AutoComplete.bash("rota", top));
    return Exit.OK.code();
  }

  private static String fish(CommandLine top) {
    return top.getSubcommands().entrySet().stream()
        .map(
            verb ->
                verb(verb.getKey(), verb.getValue()) + "\n" + flags(verb.getKey(), verb.getValue()))
        .collect(Collectors.joining("\n", "complete -c rota -f\n", ""));
  }

  private static String verb(String name, CommandLine verb) {
    return "complete -c rota -n __fish_use_subcommand -a %s -d %s"
        .formatted(name, quoted(verb.getCommandSpec().usageMessage().description()));
  }

  private static String flags(String name, CommandLine verb) {
    return verb.getCommandSpec().options().stream()
        .filter(option -> option.longestName().startsWith("--"))
        .map(
            option ->
                "complete -c rota -n '__fish_seen_subcommand_from %s' -l %s -d %s"
                    .formatted(
                        name, option.longestName().substring(2), quoted(option.description())))
        .collect(Collectors.joining("\n"));
  }

  private static String quoted(String[] description) {
    return "'" + String.join(" ", description).replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
