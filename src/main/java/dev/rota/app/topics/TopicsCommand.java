package dev.rota.app.topics;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.DomainsFlag;
import dev.rota.app.cluster.RoleRights;
import dev.rota.app.cluster.TopicPlan;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.VerbGroup;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.rights.TopicRole;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.TopicDescription;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rota topics}: creates, checks and lists topics, and prints ACLs. */
@Command(name = "topics", description = "create, check and describe topics; print their ACLs")
public final class TopicsCommand extends VerbGroup {
  TopicsCommand() {
    super("'topics create', 'topics check', 'topics list' or 'topics acls'");
  }

  @Command(name = "create", description = "create missing topics and check existing ones")
  int create(
      @Mixin ConnectionFlags connection,
      @Mixin DomainsFlag domains,
      @Option(
              names = "--partitions",
              paramLabel = "N",
              description = "of each topic; default: as the domain's existing topics, otherwise 4")
          Integer partitions,
      @Option(
              names = "--replication-factor",
              paramLabel = "R",
              description = "of each topic; default: the cluster's default")
          Integer replication,
      @Option(names = "--dry-run", description = "only print what would be done") boolean dryRun)
      throws IOException {
    Settings settings =
        connection.withDev(
            domains
                .to(connection.sources(root()))
                .flag("--partitions", KnownSettings.PARTITIONS, partitions)
                .flag("--replication-factor", KnownSettings.REPLICATION, replication),
            root());
    ConnectionFlags.requireKafka(settings);
    List<Domain> wanted = NameLookup.domains(settings.list(KnownSettings.DOMAINS));
    TopicPlan plan = new TopicPlan(settings);
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      plan.look(cluster, wanted);
      if (!dryRun) {
        plan.create(cluster);
      }
    }
    for (String line : plan.lines(dryRun, root().json())) {
      root().console().line(line);
    }
    plan.notes().forEach(note -> root().note(note.toString()));
    plan.complaint().ifPresent(TopicsCommand::raise);
    return ExitCode.OK.code();
  }

  @Command(
      name = "check",
      description = "compare the domains' topics with what 'run' requires of them")
  int check(@Mixin ConnectionFlags connection, @Mixin DomainsFlag domains) throws IOException {
    Settings settings = connection.withDev(domains.to(connection.sources(root())), root());
    ConnectionFlags.requireKafka(settings);
    List<Domain> wanted = NameLookup.domains(settings.list(KnownSettings.DOMAINS));
    TopicPlan plan = new TopicPlan(settings);
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      plan.look(cluster, wanted);
    }
    plan.notes().forEach(note -> root().note(note.toString()));
    plan.verdict().ifPresent(TopicsCommand::raise);
    for (String line : plan.asRequired(root().json())) {
      root().console().line(line);
    }
    return ExitCode.OK.code();
  }

  @Command(name = "list", description = "list the domains' topics and whether they exist")
  int list(
      @Mixin ConnectionFlags connection,
      @Option(names = "--all", description = "also list all other topics of the cluster")
          boolean all)
      throws IOException {
    try (ClusterAdmin cluster = ClusterAdmin.open(connection.kafka(root()))) {
      for (Domain domain : NameLookup.domains(List.of())) {
        List<TopicSpec> topics = new ArrayList<>(RequiredTopics.withKept(domain));
        List<String> names = topics.stream().map(TopicSpec::name).toList();
        Map<String, TopicDescription> known = cluster.describe(names);
        topics.removeIf(topic -> topic.isOptional() && !known.containsKey(topic.name()));
        for (TopicSpec topic : topics) {
          root().answer(TopicLine.of(domain, topic, known.get(topic.name())));
        }
      }
      if (all) {
        for (Map.Entry<String, TopicDescription> other : others(cluster).entrySet()) {
          root().answer(TopicLine.other(other.getValue()));
        }
      }
    }
    return ExitCode.OK.code();
  }

  @Command(name = "acls", description = "print the minimal rights as commands that grant them")
  int acls(
      @Mixin ConnectionFlags connection,
      @Mixin DomainsFlag domains,
      @Option(
              names = "--role",
              paramLabel = "ROLES",
              split = ",",
              defaultValue = "engine",
              completionCandidates = RoleRights.OfRoles.class,
              description =
                  "who works with the topics: ${COMPLETION-CANDIDATES}, or several of them,"
                      + " separated by commas; default: engine")
          List<TopicRole> roles,
      @Option(
              names = "--principal",
              paramLabel = "USER",
              defaultValue = "User:rota",
              description = "who gets these rights; default: ${DEFAULT-VALUE}")
          String principal)
      throws IOException {
    check(principal);
    Settings settings = connection.shown(domains.to(connection.sources(root())), root());
    AclCommands acls = new AclCommands(settings, roles, principal);
    for (String line : root().json() ? acls.json() : acls.commands()) {
      root().console().line(line);
    }
    return ExitCode.OK.code();
  }

  private static void check(String principal) {
    if (!principal.matches("\\w+:.+")) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--principal " + principal,
          "Kafka names its type first",
          "pass --principal 'User:" + principal + "'");
    }
  }

  private static Map<String, TopicDescription> others(ClusterAdmin cluster) {
    Map<String, TopicDescription> others = cluster.describe(cluster.topicNames());
    others.keySet().removeIf(name -> NameLookup.owner(name).isPresent());
    return others;
  }

  private static void raise(CommandFailure failure) {
    throw failure;
  }
}
