package dev.rota.app.answers;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.ShadowFactory;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.ShadowEngine;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota shadow}: what would be decided of the inputs that wait. */
@Command(
    name = "shadow",
    description = {
      "decide waiting inputs on a copy, and publish nothing",
      "",
      "It shows what an engine with the rules of this program would decide after a release now.",
      "Use it before 'rota release', and while the engines are stopped."
    })
public final class ShadowCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private ConnectionFlags connection;

  @Mixin private DomainParameter domain;

  @Option(
      names = {"-k", "--key"},
      paramLabel = "LANE",
      completionCandidates = CompletionWords.Asked.class,
      description = "of this lane alone; default: all lanes")
  private String lane;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "inputs of each partition that are decided; default: ${DEFAULT-VALUE}")
  private int limit;

  @Mixin private TrustedKeysFlag trusted;

  @Override
  public Integer call() throws IOException {
    new FlagValidator(spec).within("--limit", limit, 1, Integer.MAX_VALUE);
    Domain chosen = domain.domain();
    Settings settings = connection.kafka(root);
    CheckpointChoice since = trusted.since(settings);
    if (settings.find(KnownSettings.REGISTRY).isEmpty()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "what waits cannot be read",
          "the schema registry is not known",
          "pass --registry URL");
    }
    ClusterAdmin.check(settings);
    return shadow(chosen, settings, since);
  }

  private int shadow(Domain chosen, Settings settings, CheckpointChoice since) throws IOException {
    try (TopicLogs logs = new KafkaLogs(chosen, settings.consumer())) {
      ShadowEngine shadow = ShadowFactory.of(chosen, logs, settings, since);
      var bounds =
          new ShadowEngine.Bounds(
              one -> lane == null || lane.equals(one), System.currentTimeMillis(), limit);
      CommandReport report =
          new CommandReport("%s: in shadow, nothing is published".formatted(chosen.name()));
      ShadowText text = new ShadowText(chosen.name(), report);
      for (int partition : partitions(chosen, logs)) {
        text.begin();
        text.end(partition, shadow.decide(partition, bounds, text::turn));
      }
      report.print(root);
      return text.isProved() ? ExitCode.OK.code() : ExitCode.DIFFERS.code();
    }
  }

  private List<Integer> partitions(Domain chosen, TopicLogs logs) {
    if (lane != null) {
      return List.of(LaneAnswers.partition(chosen.name(), logs.layout(), lane));
    }
    int count = logs.layout().partitions(RequiredTopics.ledger(chosen.name()));
    return IntStream.range(0, count).boxed().toList();
  }
}
