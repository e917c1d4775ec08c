package dev.rota.app.audit;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.audit.AuditAnchor;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.Registry;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota audit}: verifies a domain's history by replay. */
@Command(
    name = "audit",
    description = {
      "replay the ledger and compare every record",
      "",
      "Exit code 0: everything is verified. Exit code 1: a record differs or cannot be "
          + "verified.",
      "Exit code 5: everything is verified from a kept checkpoint on."
    })
public final class AuditCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private ConnectionFlags connection;
  @Mixin private CheckpointFlags kept;
  @Mixin private NotaryFlags notary;

  @Mixin private DomainParameter domain;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "partitions, or their parts between kept checkpoints, audited in parallel; default: one"
              + " per processor")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "verifies a file that 'rota capsule' wrote, instead of a cluster's ledger")
  private Path file;

  @Option(
      names = "--anchor",
      paramLabel = "FILE",
      description = "seals that an earlier audit noted: finds a history that was cut or recreated")
  private Path anchor;

  @Option(
      names = "--write-anchor",
      paramLabel = "FILE",
      description = "notes the seals for later audits, unless something differs")
  private Path written;

  @Override
  public Integer call() throws Exception {
    Domain chosen = domain.domain();
    return file == null ? run(chosen) : FileAudit.of(root, chosen, file);
  }

  private int run(Domain chosen) throws Exception {
    readFlags();
    AuditAnchor noted = anchor == null ? null : AnchorFile.read(anchor);
    Settings settings = connection.kafka(root);
    ClusterAdmin.check(settings);
    TrustLevels levels = levels(chosen.name(), settings);
    long started = System.nanoTime();
    String group = RequiredTopics.group(settings.text(KnownSettings.APPLICATION), chosen.name());
    AuditReport report;
    AuditSpeed speed;
    try (Registry registry = registry(settings);
        CheckpointTopic topic = topic(chosen.name(), registry, settings);
        DomainAudit audit =
            new DomainAudit(
                chosen,
                settings.consumer(),
                new DomainAudit.Witnesses(
                    group, registry, noted, kept.since(settings), keeping(topic), threads))) {
      report = ProgressDisplay.beside(root, "audited", audit::done, () -> audit.run(threads));
      speed = AuditSpeed.of(audit, report.turns(), started, threads);
      if (written != null && report.differences() == 0) {
        AnchorFile.write(written, audit.anchor(report, System.currentTimeMillis()));
      }
    } catch (AuditAnchor.Foreign e) {
      throw foreign(e);
    }
    CommandReport told = AuditText.of(chosen.name(), report, speed);
    others(told, report);
    AuditorIdentity auditor =
        cosigned() == null ? null : new AuditorIdentity(kept.key(), cosigned());
    levels.tell(told, report, settings.consumer(), auditor);
    if (auditor != null) {
      levels.cosign(told, report, auditor);
    }
    told.print(root);
    return exit(report);
  }

  private CommandFailure foreign(AuditAnchor.Foreign e) {
    return new CommandFailure(
        ExitCode.USAGE,
        "the anchor",
        anchor + ": " + e.getMessage(),
        "pass the file of this one",
        e);
  }

  private void readFlags() throws IOException {
    new FlagValidator(spec).within("--threads", threads, 1, Integer.MAX_VALUE);
    kept.read(new FlagValidator(spec));
    cosigned(); // what is missing is said at once
  }

  /** Where cosigned checkpoints go; null: nothing is cosigned. */
  private Path cosigned() {
    return kept.key() == null ? null : notary.audited(new FlagValidator(spec));
  }

  private TrustLevels levels(String name, Settings settings) throws IOException {
    if (notary.log() == null) {
      return TrustLevels.alone();
    }
    TrustPolicy policy = notary.policy(kept.policy(), root);
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      String ledger = RequiredTopics.ledger(name);
      int partitions = cluster.require(ledger).partitions().size();
      return TrustLevels.of(notary.log(), policy, PartitionReader.partitions(ledger, partitions));
    }
  }

  private static int exit(AuditReport report) {
    ExitCode proved = report.begun().isEmpty() ? ExitCode.OK : ExitCode.BY_WORD;
    return (report.proved() ? proved : ExitCode.DIFFERS).code();
  }

  /** Null: nothing is to be kept. */
  private CheckpointTopic topic(String name, Registry registry, Settings settings) {
    return kept.isKeeping() ? CheckpointTopic.open(name, registry, settings) : null;
  }

  private CheckpointKeeping keeping(CheckpointTopic topic) {
    return topic == null
        ? null
        : new CheckpointKeeping(
            topic, kept.turns(), kept.millis(), kept.key(), () -> Instant.now().getEpochSecond());
  }

  /** Returns null if none is configured: Rota's own schemas must do. */
  private static Registry registry(Settings settings) {
    return settings.find(KnownSettings.REGISTRY).isEmpty()
            || settings.text(KnownSettings.REGISTRY).isBlank()
        ? null
        : Registry.open(settings.registry());
  }

  private void others(CommandReport report, AuditReport audit) {
    if (kept.isKeeping()) {
      AuditText.kept(report, audit, kept.key() != null);
    }
    if (anchor != null) {
      report.fields().put("anchor", anchor.toString());
      report.line("anchor", "%s", anchor);
    }
    if (written != null) {
      boolean done = audit.differences() == 0;
      report.fields().put("anchorWritten", done);
      report.line("note", done ? "the anchor is written: %s" : "no anchor is written: %s", written);
    }
  }
}
