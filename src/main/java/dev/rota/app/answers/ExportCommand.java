package dev.rota.app.answers;

import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota export}: what answers about a lane are made of, as a file. */
@Command(
    name = "export",
    description = {
      "print a lane's ledger and its kept checkpoints, for --from",
      "",
      "It prints JSON lines: all of the lane's partition.",
      "query, state, why and forecast read such a file with --from."
    })
public final class ExportCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private LaneQuestionFlags asking;

  @Mixin private DomainParameter domain;

  @Override
  public Integer call() throws Exception {
    Domain chosen = domain.domain();
    try (TopicLogs logs = asking.logs(root, spec, chosen)) {
      String lane = asking.lane(spec, logs);
      List<TopicPartition> partitions = LaneAnswers.topics(chosen.name(), logs.layout(), lane);
      ExportedLogs.write(logs, chosen.name(), lane, partitions, root.console()::line);
    }
    return ExitCode.OK.code();
  }
}
