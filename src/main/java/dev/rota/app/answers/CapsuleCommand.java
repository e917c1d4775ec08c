package dev.rota.app.answers;

import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Progress;
import dev.rota.app.console.Root;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.capsule.Packing;
import dev.rota.readers.follow.Moment;
import dev.rota.road.logs.Logs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota capsule}: an incident, as a file that can be replayed. */
@Command(
    name = "capsule",
    description = {
      "print a checkpoint and the ledger between two moments, as JSON lines",
      "The turns before it are replayed, for a checkpoint at its beginning. query, state, why and",
      "audit read the file with --from."
    })
public final class CapsuleCommand implements Callable<Integer> {
  @ParentCommand private Root root;
  @Spec private CommandSpec spec;
  @Mixin private Asking asking;

  @Mixin private DomainParameter domain;

  @Option(
      names = "--since",
      paramLabel = "TURN|TIME",
      required = true,
      description =
          "its first turn, or the first at or after this time: 2026-01-31T12:00:00Z, or a duration"
              + " before now such as PT5M")
  private String since;

  @Option(
      names = "--until",
      paramLabel = "TURN|TIME",
      description = "its last turn, or the last up to this time; default: the lane's last turn")
  private String until;

  @Override
  public Integer call() throws Exception {
    return write(domain.domain());
  }

  private <S extends State, I, F extends Fact<S>> int write(Domain<S, I, F> chosen)
      throws Exception {
    Moment before = before(Asking.moment("--since", since));
    Moment last = Asking.moment("--until", until);
    try (Logs logs = asking.logs(root, chosen)) {
      Packing<S, I, F> packing =
          new Packing<>(chosen, logs, asking.since(), asking.lane(spec, logs));
      Progress.beside(
          root,
          "decided",
          packing::done,
          () -> {
            packing.write(before, last, root.console()::line);
            return null;
          });
    }
    return Exit.OK.code();
  }

  /** The moment that this one's first turn follows. */
  private static Moment before(Moment first) {
    if (first instanceof Moment.Turn turn) {
      return new Moment.Turn(turn.number() - 1);
    }
    return first instanceof Moment.Time time ? new Moment.Time(time.atMillis() - 1) : first;
  }
}
