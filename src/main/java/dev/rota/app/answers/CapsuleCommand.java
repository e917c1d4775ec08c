package dev.rota.app.answers;

import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.capsule.CapsulePacker;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.road.logs.TopicLogs;
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
      "print a lane's ledger between two moments, for --from",
      "",
      "It prints a checkpoint and the records from there on, as JSON lines. The turns "
          + "before --since are replayed to make the checkpoint. query, state, why and audit "
          + "read the file with --from."
    })
public final class CapsuleCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private LaneQuestionFlags asking;

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

  private int write(Domain chosen) throws Exception {
    HistoryMoment before = before(LaneQuestionFlags.moment("--since", since));
    HistoryMoment last = LaneQuestionFlags.moment("--until", until);
    try (TopicLogs logs = asking.logs(root, spec, chosen)) {
      CapsulePacker packing =
          new CapsulePacker(chosen, logs, asking.since(root), asking.lane(spec, logs));
      ProgressDisplay.beside(
          root,
          "decided",
          packing::done,
          () -> {
            packing.write(before, last, root.console()::line);
            return null;
          });
    }
    return ExitCode.OK.code();
  }

  /** The moment that this one's first turn follows. */
  private static HistoryMoment before(HistoryMoment first) {
    return switch (first) {
      case HistoryMoment.Turn(long number) -> new HistoryMoment.Turn(number - 1);
      case HistoryMoment.Time(long atMillis) -> new HistoryMoment.Time(atMillis - 1);
      case HistoryMoment.End end -> end;
    };
  }
}
