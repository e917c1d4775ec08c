package dev.rota.app.answers;

import dev.rota.app.cluster.Cluster;
import dev.rota.app.cluster.Connection;
import dev.rota.app.cluster.Shadows;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.app.console.Flags;
import dev.rota.app.console.Report;
import dev.rota.app.console.Root;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.Answers;
import dev.rota.readers.follow.Shadow;
import dev.rota.road.kept.Since;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.Logs;
import dev.rota.road.topics.Topics;
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
      "decide the waiting inputs on a copy of the lanes, and publish nothing",
      "",
      "It shows what an engine with the rules of this program would decide after a release now.",
      "Use it before 'rota release', and while the engines are stopped."
    })
public final class ShadowCommand implements Callable<Integer> {
  @ParentCommand private Root root;
  @Spec private CommandSpec spec;
  @Mixin private Connection connection;

  @Mixin private DomainParameter domain;

  @Option(
      names = {"-k", "--key"},
      paramLabel = "LANE",
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
    new Flags(spec).within("--limit", limit, 1, Integer.MAX_VALUE);
    Since since = trusted.since();
    Settings settings = connection.kafka(root);
    if (settings.find(Known.REGISTRY).isEmpty()) {
      throw new Failure(
          Exit.USAGE,
          "what waits cannot be read",
          "the schema registry is not known",
          "pass --registry URL");
    }
    Cluster.check(settings);
    return shadow(domain.domain(), settings, since);
  }

  private <S extends State, I, F extends Fact<S>> int shadow(
      Domain<S, I, F> chosen, Settings settings, Since since) throws IOException {
    try (Logs logs = new KafkaLogs(chosen, settings.consumer())) {
      Shadow<S, I, F> shadow = Shadows.of(chosen, logs, settings, since);
      var bounds =
          new Shadow.Bounds(
              one -> lane == null || lane.equals(one), System.currentTimeMillis(), limit);
      Report report = new Report("%s: in shadow, nothing is published".formatted(chosen.name()));
      ShadowText text = new ShadowText(chosen.name(), report);
      for (int partition : partitions(chosen, logs)) {
        text.begin();
        text.end(partition, shadow.decide(partition, bounds, text::turn));
      }
      report.print(root);
      return text.isProved() ? Exit.OK.code() : Exit.DIFFERS.code();
    }
  }

  private List<Integer> partitions(Domain<?, ?, ?> chosen, Logs logs) {
    if (lane != null) {
      return List.of(Answers.partition(chosen.name(), logs.layout(), lane));
    }
    int count = logs.layout().partitions(Topics.ledger(chosen.name()));
    return IntStream.range(0, count).boxed().toList();
  }
}
