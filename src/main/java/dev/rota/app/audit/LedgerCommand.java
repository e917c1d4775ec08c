package dev.rota.app.audit;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.VerbGroup;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifierKey;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.notary.AttestedLog;
import dev.rota.readers.notary.LedgerRewritten;
import dev.rota.readers.notary.LogReader;
import dev.rota.readers.notary.LogSource;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.LedgerTrimming;
import dev.rota.road.kept.LedgerTrimming.Cut;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.stream.past.LedgerTakeover;
import dev.rota.road.stream.past.OwnerClaim;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rota ledger}: what is done to a ledger as a whole. */
@Command(name = "ledger", description = "trim a ledger, hand it over, or give it more partitions")
public final class LedgerCommand extends VerbGroup {
  LedgerCommand() {
    super("'ledger trim', 'ledger take' or 'ledger grow'");
  }

  @Command(
      name = "trim",
      description = {
        "delete the ledger's records before the newest kept checkpoint",
        "",
        "Nobody can replay or prove deleted turns. Without --yes it prints what would be deleted."
      })
  int trim(
      @Mixin ConnectionFlags connection,
      @Mixin DomainParameter domain,
      @Option(
              names = "--policy",
              paramLabel = "FILE",
              description =
                  "trusted keys: only checkpoints count that a witness or auditor of it signed; if "
                      + "'checkpoint.policy' is set, of that too")
          Path policy,
      @Option(
              names = "--log",
              paramLabel = "DIR|URL",
              description = "the notary's directory or its address: what it has not signed stays")
          String log,
      @Option(names = "--yes", description = "delete") boolean yes)
      throws IOException {
    return trim(domain.domain(), connection.kafka(root()), policy, log, yes);
  }

  /** The engine's policy says who suffices; if there is none, this one does. */
  private static List<VerifierKey> keys(CheckpointChoice engine, Path policy) throws IOException {
    return engine.anybody()
        ? PolicyFile.auditors(policy)
        : PolicyFile.read(policy).witnesses().stream().map(TrustPolicy.Witness::key).toList();
  }

  @Command(
      name = "take",
      description = {
        "take a domain's ledger over from another application.id, whose engines are stopped",
        "",
        "The engines of --application-id continue where those of --from stopped. Without --yes it"
            + " prints what would be done."
      })
  int take(
      @Mixin ConnectionFlags connection,
      @Mixin DomainParameter domain,
      @Option(
              names = "--from",
              paramLabel = "APPLICATION",
              required = true,
              description = "the application.id that decides it so far")
          String from,
      @Option(
              names = "--application-id",
              paramLabel = "APPLICATION",
              description = "the one that decides it from now on; default: application.id")
          String to,
      @Option(names = "--yes", description = "take it") boolean yes)
      throws IOException {
    Settings settings = connection.kafka(root());
    String next = to == null ? settings.text(KnownSettings.APPLICATION) : to;
    taken(domain.domain(), settings, from, next, yes).print(root());
    return ExitCode.OK.code();
  }

  @Command(
      name = "grow",
      description = {
        "give a domain more partitions; its lanes keep their order and their proofs",
        "",
        "All its engines must be stopped, and every input must be taken. Without --yes it prints"
            + " which lanes would move. If it is stopped in the middle, run it again."
      })
  int grow(
      @Mixin ConnectionFlags connection,
      @Mixin DomainParameter domain,
      @Option(
              names = "--partitions",
              paramLabel = "M",
              required = true,
              description = "how many each of its topics will have")
          int partitions,
      @Option(names = "--dry-run", description = "only print which lanes would move")
          boolean dryRun,
      @Option(names = "--yes", description = "do it") boolean yes)
      throws IOException {
    Settings settings = connection.kafka(root());
    new GrowthRun(root(), settings, partitions, yes && !dryRun).of(domain.domain()).print(root());
    return ExitCode.OK.code();
  }

  private static CommandReport taken(
      Domain domain, Settings settings, String from, String to, boolean yes) {
    CommandReport report =
        new CommandReport(domain.name() + ": " + (yes ? "taken over" : "not taken over yet"));
    report.fields().put("domain", domain.name()).put("taken", yes).put("from", from).put("to", to);
    if (yes) {
      OwnerClaim claim = claimed(domain, settings, from, to);
      report.line("owner", "the group %s, epoch %d", claim.group(), claim.epoch());
      report.fields().put("epoch", claim.epoch());
    } else {
      report.line("note", "%s would continue where %s stopped; add --yes", to, from);
    }
    return report;
  }

  private static OwnerClaim claimed(Domain domain, Settings settings, String from, String to) {
    String fromGroup = RequiredTopics.group(from, domain.name());
    String toGroup = RequiredTopics.group(to, domain.name());
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      return new LedgerTakeover(cluster.admin(), domain, settings.kafka(), fromGroup, toGroup)
          .take();
    }
  }

  private int trim(Domain domain, Settings settings, Path policy, String log, boolean yes)
      throws IOException {
    // What is left must be what an engine begins with.
    CheckpointChoice engine = StreamsOptions.kept(settings);
    CheckpointChoice since = policy == null ? engine : engine.and(keys(engine, policy));
    String changelog =
        "%s-%s-rows-changelog"
            .formatted(
                RequiredTopics.group(settings.text(KnownSettings.APPLICATION), domain.name()),
                domain.name());
    try (ClusterAdmin cluster = ClusterAdmin.open(settings);
        KafkaLogs logs = new KafkaLogs(domain, settings.consumer(), List.of(changelog))) {
      cluster.describe(Set.of(changelog)); // who may not see it is told so
      // From then on the engine needs that topic.
      CheckpointTopic.check(cluster, domain.name(), settings, "nothing is deleted");
      List<Cut> cuts = new LedgerTrimming(domain, logs, since, changelog).cuts();
      if (log != null) {
        requireSigned(
            log,
            PolicyFile.readOr(policy, root()),
            settings.consumer(),
            cuts.stream().filter(Cut::isSome).toList());
      }
      Map<TopicPartition, RecordsToDelete> gone = new HashMap<>();
      cuts.stream()
          .filter(Cut::isSome)
          .forEach(cut -> gone.put(cut.ledger(), RecordsToDelete.beforeOffset(cut.to())));
      if (yes && !gone.isEmpty()) {
        cluster.get(cluster.admin().deleteRecords(gone).all());
      }
      CommandReport report = told(domain.name(), cuts, yes);
      report.line("signed", log == null ? "not looked at: pass --log" : "by the notary of " + log);
      report.fields().put("signed", log != null);
      report.print(root());
    }
    return ExitCode.OK.code();
  }

  /** Nobody can sign later what is deleted, or prove a part of it. */
  private static void requireSigned(
      String log, TrustPolicy policy, Map<String, Object> kafka, List<Cut> cuts) {
    for (Cut cut : cuts) {
      long signed;
      try {
        LogReader reader = new LogReader(LogSource.of(log, cut.ledger()));
        signed = new AttestedLog(cut.ledger(), reader, policy).signedTo(kafka);
      } catch (BadProof | LedgerRewritten e) {
        throw TrustLevels.differs(e);
      }
      if (signed < cut.to()) {
        throw new UnfitCluster(
            ("%s: offsets before %d would go, and the notary has signed those before %d: nothing is"
                    + " deleted. Let 'rota notary' sign them first")
                .formatted(cut.ledger(), cut.to(), signed));
      }
    }
  }

  private static CommandReport told(String domain, List<Cut> cuts, boolean yes) {
    boolean some = cuts.stream().anyMatch(Cut::isSome);
    String what = yes ? "trimmed" : "not trimmed yet";
    CommandReport report = new CommandReport(domain + ": " + (some ? what : "nothing to trim"));
    report.fields().put("domain", domain).put("trimmed", yes && some);
    var json = report.fields().putArray("partitions");
    for (Cut cut : cuts) {
      Instant time = Instant.ofEpochMilli(cut.kept().atMillis());
      report.line(
          "ledger",
          "%s: offsets %d to %d %s; %d turns, up to page %d of %s, are left %s",
          cut.ledger(),
          cut.from(),
          cut.to(),
          yes ? "are deleted" : "would go",
          cut.kept().turns(),
          cut.kept().page(),
          time,
          cut.word());
      json.addObject()
          .put("ledger", cut.ledger().topic())
          .put("partition", cut.ledger().partition())
          .put("from", cut.from())
          .put("to", cut.to())
          .put("page", cut.kept().page())
          .put("turns", cut.kept().turns())
          .put("word", cut.word().name())
          .put("verified", cut.word().verified())
          .put("formerCluster", cut.word().cluster());
    }
    if (some && !yes) {
      report.line("note", "nobody can replay deleted turns; add --yes to delete them");
    }
    return report;
  }
}
