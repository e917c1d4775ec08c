package dev.rota.app.audit;

import dev.rota.app.clients.RecordSender;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.registry.Registry;
import dev.rota.road.stream.growth.LedgerGrowth;
import dev.rota.road.stream.growth.LedgerGrowth.Plan;
import dev.rota.road.stream.growth.MovingLane;
import dev.rota.road.topics.RequiredTopics;

/**
 * Gives a domain more partitions from the command line, and tells of it.
 *
 * @param yes false: it only says what would be done
 */
record GrowthRun(RootCommand root, Settings settings, int partitions, boolean yes) {
  CommandReport of(Domain domain) {
    String group = RequiredTopics.group(settings.text(KnownSettings.APPLICATION), domain.name());
    LedgerGrowth.Terms terms =
        new LedgerGrowth.Terms(settings.kafka(), group, StreamsOptions.kept(settings), partitions);
    try (ClusterAdmin cluster = ClusterAdmin.open(settings);
        ProgressDisplay replayed = new ProgressDisplay(root, "replayed")) {
      LedgerGrowth growth = new LedgerGrowth(cluster.admin(), domain, terms);
      return told(domain.name(), yes ? done(growth, replayed) : growth.plan(progress(replayed)));
    }
  }

  private Plan done(LedgerGrowth growth, ProgressDisplay replayed) {
    if (settings.find(KnownSettings.REGISTRY).isEmpty()
        || settings.text(KnownSettings.REGISTRY).isBlank()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "no lane can move",
          "the schema registry is not known",
          "pass --registry URL");
    }
    try (Registry registry = Registry.open(settings.registry())) {
      return growth.grow(registry, RecordSender.configs(settings), progress(replayed));
    }
  }

  private LedgerGrowth.Progress progress(ProgressDisplay replayed) {
    return new LedgerGrowth.Progress() {
      @Override
      public void replayed(long turns) {
        replayed.at(turns);
      }

      @Override
      public void moving(MovingLane lane) {
        root.note("%s: from partition %d to %d".formatted(lane.lane(), lane.from(), lane.to()));
      }
    };
  }

  private CommandReport told(String domain, Plan plan) {
    String counts = "from %d to %d partitions".formatted(plan.before(), plan.after());
    CommandReport report =
        new CommandReport(domain + ": " + (yes ? "grown " : "would grow ") + counts);
    report.fields().put("domain", domain).put("grown", yes).put("begun", plan.begun());
    report.fields().put("before", plan.before()).put("after", plan.after());
    report.fields().put("lanes", plan.lanes());
    report.line("lanes", "%d, of which %d move", plan.lanes(), plan.moving().size());
    moves(report, plan);
    waiting(report, plan);
    if (plan.begun()) {
      report.line("note", "an earlier call had begun; lanes that it moved are not among these");
    }
    report.line(
        "note",
        yes
            ? "start the engines; restart followers, notaries and producers"
            : "nothing is changed; add --yes to do it");
    return report;
  }

  private static void moves(CommandReport report, Plan plan) {
    report.field("moves", plan.moving());
    for (MovingLane lane : plan.moving()) {
      report.line(
          "move",
          "%s: from partition %d to %d, %d turns, %d bytes of rows",
          lane.lane(),
          lane.from(),
          lane.to(),
          lane.turns(),
          lane.bytes());
    }
  }

  private static void waiting(CommandReport report, Plan plan) {
    report.field("waiting", plan.waiting());
    plan.waiting().forEach((input, count) -> report.line("waits", "%s: %d inputs", input, count));
    if (!plan.waiting().isEmpty()) {
      report.line(
          "note",
          "they came while the domain grew: those of lanes that have moved become dead letters,"
              + " WRONG_PARTITION; send them again");
    }
  }
}
