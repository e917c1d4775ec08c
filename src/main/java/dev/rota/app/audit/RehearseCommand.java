package dev.rota.app.audit;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.json.MomentText;
import dev.rota.readers.rehearse.Rehearsal;
import dev.rota.readers.rehearse.RehearsalReport;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code rota rehearse}: what other rules would have decided. */
@Command(
    name = "rehearse",
    description = {
      "replay the recorded history by other rules",
      "",
      "Exit code 0: nothing differs. Exit code 1: a turn differs, or cannot be replayed."
    })
public final class RehearseCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private ConnectionFlags connection;

  @Mixin private DomainParameter domain;

  @Option(
      names = "--since",
      paramLabel = "T",
      description =
          "when lanes adopt the rules: 2026-01-31T12:00:00Z, or a duration before now such as P30D;"
              + " default: from the beginning")
  private String since;

  @Option(
      names = "--rules",
      paramLabel = "N",
      description = "version of the rules; default: the newest of this program")
  private Integer rules;

  @Override
  public Integer call() throws Exception {
    return run(domain.domain());
  }

  private int run(Domain chosen) throws Exception {
    int version = version(chosen);
    long from = since == null ? Long.MIN_VALUE : MomentText.millis("--since", since, Instant.now());
    Settings settings = connection.kafka(root);
    ClusterAdmin.check(settings);
    Rehearsal rehearsal = new Rehearsal(chosen, settings.consumer(), from, version);
    RehearsalReport report =
        ProgressDisplay.beside(root, "rehearsed", rehearsal::done, rehearsal::run);
    RehearsalText.of(chosen.name(), version, report).print(root);
    boolean same = report.isSame() && report.turnsNotDecided() == 0 && report.leftOut().isEmpty();
    return (same ? ExitCode.OK : ExitCode.DIFFERS).code();
  }

  private int version(Domain chosen) {
    List<Integer> runs =
        chosen.card().versions().stream().map(card -> card.engine().rules()).toList();
    if (rules != null && !runs.contains(rules)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "rules " + rules + " of " + chosen.name(),
          "this program runs rules "
              + String.join(", ", runs.stream().map(String::valueOf).toList()),
          "name one of them",
          null);
    }
    return rules == null ? chosen.card().engine().rules() : rules;
  }
}
