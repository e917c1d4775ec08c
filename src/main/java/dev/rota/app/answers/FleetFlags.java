package dev.rota.app.answers;

import dev.rota.kernel.domain.FleetChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The flags that change a fleet. */
final class FleetFlags {
  @Option(
      names = "--add",
      paramLabel = "KIND:NAME[=like:OTHER]",
      description =
          "adds to the fleet: bot:NAME, bots:N, worker:NAME, workers:N or cores:N; it behaves like"
              + " OTHER")
  private List<String> added = List.of();

  @Option(
      names = "--remove",
      paramLabel = "KIND:NAME",
      description = "removes from the fleet: KINDs:N removes those that came last")
  private List<String> removed = List.of();

  @Option(
      names = "--priority",
      paramLabel = "JOB=PRIORITY",
      description = "a job of bots has another priority; lower goes first")
  private Map<String, String> priorities = Map.of();

  /** In the order of the command line, what is added first. */
  List<FleetChange> changes() {
    List<FleetChange> changes = new ArrayList<>();
    added.forEach(text -> changes.add(FleetChange.of(true, text)));
    removed.forEach(text -> changes.add(FleetChange.of(false, text)));
    priorities.forEach((job, to) -> changes.add(FleetChange.priority(job, to)));
    return changes;
  }
}
