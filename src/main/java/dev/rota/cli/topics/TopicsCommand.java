package dev.rota.cli.topics;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Connection;
import dev.rota.cli.cluster.DomainsFlag;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.VerbGroup;
import dev.rota.domain.Domain;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.topics.Topics;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.TopicDescription;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rota topics}: what the cluster needs. */
@Command(name = "topics", description = "create, list and grant access to the domains' topics")
public final class TopicsCommand extends VerbGroup {
  TopicsCommand() {
    super("'topics create', 'topics list' or 'topics acls'");
  }

  @Command(name = "create", description = "create what is missing, and check what is there")
  int create(
      @Mixin Connection connection,
      @Mixin DomainsFlag domains,
      @Option(
              names = "--partitions",
              paramLabel = "N",
              description = "of each topic; default: as its domain's others, else 4")
          Integer partitions,
      @Option(
              names = "--replication-factor",
              paramLabel = "R",
              description = "of each topic; default: the cluster's own")
          Integer replication,
      @Option(names = "--dry-run", description = "only say what would be done") boolean dryRun)
      throws IOException {
    Settings settings =
        connection.withDev(
            domains
                .to(connection.sources(root()))
                .flag("--partitions", Known.PARTITIONS, partitions)
                .flag("--replication-factor", Known.REPLICATION, replication),
            root());
    Connection.requireKafka(settings);
    TopicPlan plan = new TopicPlan(settings);
    try (Cluster cluster = Cluster.open(settings)) {
      plan.look(cluster, Catalogue.domains(settings.list(Known.DOMAINS)));
      if (!dryRun) {
        plan.create(cluster);
      }
    }
    for (String line : plan.lines(dryRun, root().json())) {
      root().console().line(line);
    }
    plan.complaint().ifPresent(TopicsCommand::raise);
    return Exit.OK.code();
  }

  @Command(name = "list", description = "the domains' topics, and whether they are there")
  int list(
      @Mixin Connection connection,
      @Option(names = "--all", description = "and all others of the cluster") boolean all)
      throws IOException {
    try (Cluster cluster = Cluster.open(connection.kafka(root()))) {
      for (Domain<?, ?, ?> domain : Catalogue.domains(List.of())) {
        List<String> names = Topics.of(domain).stream().map(Topics.Spec::name).toList();
        Map<String, TopicDescription> known = cluster.describe(names);
        for (Topics.Spec topic : Topics.of(domain)) {
          root()
              .console()
              .line(TopicLine.of(domain, topic, known.get(topic.name()), root().json()));
        }
      }
      if (all) {
        for (Map.Entry<String, TopicDescription> other : others(cluster).entrySet()) {
          root().console().line(TopicLine.other(other.getValue(), root().json()));
        }
      }
    }
    return Exit.OK.code();
  }

  @Command(
      name = "acls",
      description = "print the kafka-acls commands that let this application run, and no more")
  int acls(
      @Mixin Connection connection,
      @Option(
              names = "--principal",
              paramLabel = "USER",
              defaultValue = "User:rota",
              description = "who runs it; default: ${DEFAULT-VALUE}")
          String principal)
      throws IOException {
    Settings settings = connection.shown(root());
    Acls acls = new Acls(settings, principal);
    for (String line : root().json() ? acls.json() : acls.commands()) {
      root().console().line(line);
    }
    return Exit.OK.code();
  }

  private static Map<String, TopicDescription> others(Cluster cluster) {
    Map<String, TopicDescription> others = cluster.describe(cluster.topicNames());
    others.keySet().removeIf(name -> Catalogue.owner(name).isPresent());
    return others;
  }

  private static void raise(Failure failure) {
    throw failure;
  }
}
