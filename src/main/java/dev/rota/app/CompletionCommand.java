package dev.rota.app;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
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
      "",
      "It asks a running follower for lanes, and this program for queries. bash, zsh: "
          + "source <(rota completion bash). fish: rota completion fish | source."
    },
    subcommands = TypedWords.class)
final class CompletionCommand implements Callable<Integer> {
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  /** What the generated script does not know, it asks. */
  private static final String ASKING =
      """

      function _rota_asking() {
        _complete_rota "$@"
        local curr_word=${COMP_WORDS[COMP_CWORD]}
        [ "${COMPREPLY[*]}" = "''" ] && COMPREPLY=()
        [ "${#COMPREPLY[@]}" -eq 0 ] || return 0
        case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
          *' -k' | *' --key' | 'query '*) ;;
          *) return 0 ;;
        esac
        case $curr_word in -*) return 0 ;; esac
        local found
        found=$("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null)
        local IFS=$'\n'
        COMPREPLY=( $(compgen -W "${found}" -- "${curr_word}") )
      }
      complete -F _rota_asking -o default rota rota.sh rota.bash
      """;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "SHELL",
      completionCandidates = OfShells.class,
      description = "bash, zsh or fish")
  private Shell shell;

  RootCommand root() {
    return root;
  }

  @Override
  public Integer call() throws IOException {
    if (shell == null) {
      throw new FlagValidator(spec).usage("name the shell: bash, zsh or fish");
    }
    CommandLine top = spec.parent().commandLine();
    // The bash script also works in zsh: it loads what zsh needs.
    String script =
        shell == Shell.FISH ? FishCompletion.of(top) : AutoComplete.bash("rota", top) + ASKING;
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
