package dev.rota.app.backup;

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
import dev.rota.road.backup.DomainBackup;
import dev.rota.road.topics.RequiredTopics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rota backup}: copies a domain's topics to files, while engines run. */
@Command(
    name = "backup",
    description = {
      "copy a domain's topics to files, for 'rota restore'",
      "",
      "Engines may run. A second run adds what came since, and continues a run that ended early."
    })
public final class BackupCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private ConnectionFlags connection;
  @Mixin private DomainParameter domain;

  @Parameters(index = "1", paramLabel = "DIR", description = "the backup's directory")
  private Path directory;

  @Override
  public Integer call() throws Exception {
    String name = domain.domain().name();
    Settings settings = connection.kafka(root);
    ClusterAdmin.check(settings);
    String group = RequiredTopics.group(settings.text(KnownSettings.APPLICATION), name);
    BackupManifest made;
    try (DomainBackup backup =
        new DomainBackup(domain.domain(), settings.consumer(), group, directory, Instant::now)) {
      made =
          ProgressDisplay.beside(
              root, "copied", backup::done, () -> backup.run(TransferredSchemas.of(settings)));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BackupFault fault ? FaultReport.of("the backup", fault) : e;
    }
    told(name, made).print(root);
    return ExitCode.OK.code();
  }

  private CommandReport told(String name, BackupManifest made) {
    CommandReport report = new CommandReport(name + ": backed up");
    report.line("directory", "%s", directory);
    report.line("topics", "%d", made.topics().size());
    report.line("records", "%d", made.records());
    report.line("files", "%d, %s", made.files(), SizeText.of(made.bytes()));
    report.line("schemas", "%s", TransferredSchemas.said(made.schemas().size()));
    report.line("made at", "%s", made.madeAt());
    report
        .fields()
        .put("domain", name)
        .put("directory", directory.toString())
        .put("cluster", made.cluster())
        .put("topics", made.topics().size())
        .put("records", made.records())
        .put("files", made.files())
        .put("bytes", made.bytes())
        .put("schemas", made.schemas().size())
        .put("madeAt", made.madeAt());
    return report;
  }
}
