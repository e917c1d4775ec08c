package dev.rota.app.backup;

import dev.rota.app.clients.RecordSender;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.SizeText;
import dev.rota.road.backup.BackupFault;
import dev.rota.road.backup.BackupManifest;
import dev.rota.road.backup.DomainRestore;
import dev.rota.road.topics.RequiredTopics;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rota restore}: makes a domain's topics of a backup. */
@Command(
    name = "restore",
    description = {
      "make a domain's topics again from a backup",
      "",
      "The cluster has none of them yet. Each record gets the offset that it had. If a "
          + "run ends early, run it again: complete topics stay."
    })
public final class RestoreCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private ConnectionFlags connection;
  @Mixin private DomainParameter domain;

  @Parameters(index = "1", paramLabel = "DIR", description = "the backup's directory")
  private Path directory;

  @Option(
      names = "--replication-factor",
      paramLabel = "R",
      description = "of each topic; default: the cluster's default")
  private Integer replication;

  @Option(names = "--dry-run", description = "only verify the backup's files")
  private boolean dryRun;

  @Override
  public Integer call() throws Exception {
    String name = domain.domain().name();
    Settings settings =
        connection.withDev(
            connection
                .sources(root)
                .flag("--replication-factor", KnownSettings.REPLICATION, replication),
            root);
    ConnectionFlags.requireKafka(settings);
    ClusterAdmin.check(settings);
    DomainRestore.Clients clients =
        new DomainRestore.Clients(
            settings.consumer(), RecordSender.configs(settings), ClusterAdmin.configs(settings));
    String group = RequiredTopics.group(settings.text(KnownSettings.APPLICATION), name);
    String changelog = "%s-%s-rows-changelog".formatted(group, name);
    try (DomainRestore restore =
        new DomainRestore(
            domain.domain(),
            directory,
            clients,
            changelog,
            settings.number(KnownSettings.REPLICATION))) {
      BackupManifest manifest =
          ProgressDisplay.beside(root, "verified bytes", restore::verified, restore::verify);
      if (!dryRun) {
        run(restore, manifest, settings);
      }
      told(name, manifest, restore.isHere(manifest)).print(root);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BackupFault fault ? FaultReport.of("the restore", fault) : e;
    }
    return ExitCode.OK.code();
  }

  private void run(DomainRestore restore, BackupManifest manifest, Settings settings)
      throws Exception {
    ProgressDisplay.<Void>beside(
        root,
        "restored",
        restore::written,
        () -> {
          restore.run(manifest, TransferredSchemas.of(settings));
          return null;
        });
  }

  private CommandReport told(String name, BackupManifest manifest, boolean here) {
    String what = dryRun ? "the backup is whole" : "restored";
    CommandReport report = new CommandReport(name + ": " + what);
    report.line("directory", "%s", directory);
    report.line("made at", "%s", manifest.madeAt());
    report.line("topics", "%d", manifest.topics().size());
    report.line("records", "%d", manifest.records());
    report.line("files", "%d, %s", manifest.files(), SizeText.of(manifest.bytes()));
    report.line("schemas", "%s", TransferredSchemas.said(manifest.schemas().size()));
    if (!here) {
      String application =
          manifest.group().substring(0, manifest.group().length() - name.length() - 1);
      report.line(
          "next",
          "once the engines of the former cluster are stopped for good: rota ledger take %s --from"
              + " %s --application-id %s --yes",
          name,
          application,
          application);
    }
    report
        .fields()
        .put("domain", name)
        .put("directory", directory.toString())
        .put("restored", !dryRun)
        .put("cluster", manifest.cluster())
        .put("sameCluster", here)
        .put("group", manifest.group())
        .put("topics", manifest.topics().size())
        .put("records", manifest.records())
        .put("files", manifest.files())
        .put("bytes", manifest.bytes())
        .put("schemas", manifest.schemas().size())
        .put("madeAt", manifest.madeAt());
    return report;
  }
}
