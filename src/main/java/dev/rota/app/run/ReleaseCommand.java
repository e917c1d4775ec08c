package dev.rota.app.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.Settings;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota release}: lets go what a held start holds. */
@Command(
    name = "release",
    description = {
      "let a domain decide that 'rota run --hold' started",
      "",
      "It decides from the next turn on.",
      "A partition is held as a whole: --key releases all lanes of its lane's partition."
    })
public final class ReleaseCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private ConnectionFlags connection;

  @Mixin private DomainParameter domain;

  @Option(
      names = {"-k", "--key"},
      paramLabel = "LANE",
      description = "releases the partition of this lane alone; default: all")
  private String lane;

  @Option(names = "--dry-run", description = "only print what is held and would be released")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException {
    if (lane != null && !LaneKey.isLane(lane.getBytes(UTF_8))) {
      throw new FlagValidator(spec)
          .usage("'" + lane + "' is no lane: it must match " + LaneKey.GRAMMAR);
    }
    String name = domain.domain().name();
    Settings settings = connection.kafka(root);
    HoldTopic topic = new HoldTopic(settings.kafka(), name);
    SortedMap<Integer, Instant> held = held(settings, name, topic);
    if (!dryRun && !held.isEmpty()) {
      topic.release(held.keySet(), StreamsOptions.of(settings).applicationId(name));
    }
    report(name, held).print(root);
    return ExitCode.OK.code();
  }

  private SortedMap<Integer, Instant> held(Settings settings, String name, HoldTopic topic) {
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      int partitions = cluster.require(RequiredTopics.ledger(name)).partitions().size();
      SortedMap<Integer, Instant> held = topic.held();
      if (lane != null) {
        held.keySet().retainAll(Set.of(LaneKey.partition(lane.getBytes(UTF_8), partitions)));
      }
      return held;
    }
  }

  private CommandReport report(String name, SortedMap<Integer, Instant> held) {
    String what = lane == null ? name : name + " " + lane;
    CommandReport report = new CommandReport(held.isEmpty() ? what + ": not held" : what + title());
    report.field("domain", name);
    report.field("released", held.keySet());
    report.field("dryRun", dryRun);
    held.forEach(
        (partition, since) ->
            report.line("partition " + partition, "with all its lanes; held since %s", since));
    return report;
  }

  private String title() {
    return dryRun ? ": would be released" : ": released";
  }
}
