package dev.rota.app;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Callable;
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
    description = {
      "print a completion script for bash, zsh or fish",
      "bash, zsh: source <(rota completion bash). fish: rota completion fish | source."
    })
final class CompletionCommand implements Callable<Integer> {
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = OfShells.class,
      description = "bash, zsh or fish")
  private Shell shell;

  @Override
  public Integer call() throws IOException {
    CommandLine top = spec.parent().commandLine();
    // The bash script also works in zsh: it loads what zsh needs.
    String script = shell == Shell.FISH ? FishCompletion.of(top) : AutoComplete.bash("rota", top);
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("shell", shell.name().toLowerCase(Locale.ROOT))
            .put("script", script);
    if (root.json()) {
      root.console().line(json.toString());
    } else {
      root.console().raw(script);
    }
    return ExitCode.OK.code();
  }

  static final class OfShells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return CompletionWords.lower(Shell.values());
    }
  }
}
