package dev.rota.app.proofs;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.DomainsFlag;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.log.ServiceLog;
import dev.rota.app.trust.KeyFile;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.notary.LedgerRewritten;
import dev.rota.readers.notary.Notary;
import dev.rota.readers.notary.NotaryTerms;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota notary}: signs what the ledgers hold. */
@Command(
    name = "notary",
    description = {
      "sign ledgers, into a transparency log of each partition",
      "",
      "It reads committed ledgers, verifies their seals, and writes to its directory " + "only.",
      "Exit code 1: a ledger was rewritten, or the directory was changed."
    })
public final class NotaryCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(NotaryCommand.class);
  private static final long MILLIS = 1000;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private ConnectionFlags connection;
  @Mixin private DomainsFlag domains;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "private key from 'rota keys new'")
  private Path key;

  @Option(
      names = "--dir",
      required = true,
      paramLabel = "DIR",
      description = "directory of the logs; any web server may serve it")
  private Path dir;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "witnesses to ask, with URLs, and how many suffice; default: none")
  private Path policy;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "interval of signatures; default: ${DEFAULT-VALUE}")
  private int every;

  @Option(
      names = "--turns",
      paramLabel = "N",
      defaultValue = "10000",
      description = "signs sooner after so many turns of a partition; default: ${DEFAULT-VALUE}")
  private int turns;

  @Option(names = "--once", description = "sign what there is now, ask the witnesses, and exit")
  private boolean once;

  @Option(
      names = "--check",
      description = "compare the ledgers, as far as they are signed, with the logs, and exit")
  private boolean check;

  @Override
  public Integer call() throws Exception {
    new FlagValidator(spec).within("--every", every, 1, Integer.MAX_VALUE);
    new FlagValidator(spec).within("--turns", turns, 1, Integer.MAX_VALUE);
    SigningKey own = KeyFile.read(key, KeyKind.LOG);
    TrustPolicy trusted = policy == null ? TrustPolicy.of(own.verifier()) : PolicyFile.read(policy);
    Settings settings = connection.withDev(domains.to(connection.sources(root)), root);
    ConnectionFlags.requireKafka(settings);
    NotaryTerms terms =
        new NotaryTerms(settings.consumer(), dir, own, trusted, every * MILLIS, turns);
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root);
        Notary notary = new Notary(terms, ledgers(settings))) {
      shutdown.with(notary::stop);
      return run(notary);
    } catch (LedgerRewritten e) {
      throw new CommandFailure(
          ExitCode.DIFFERS,
          "the ledger was rewritten or damaged",
          e.getMessage(),
          "nothing of it is signed; 'rota audit' compares all, and the logs are the evidence",
          e);
    } catch (BadProof e) {
      throw new CommandFailure(
          ExitCode.DIFFERS,
          "the log is not as it was signed",
          e.getMessage(),
          "restore the directory from a copy; its checkpoint and the witnesses' are the evidence",
          e);
    }
  }

  private int run(Notary notary) throws IOException, InterruptedException {
    if (check) {
      report("checked: the ledgers are what is signed", "checked", notary.check());
    } else if (once) {
      notary.runOnce();
      report("signed", "turns", notary.turns());
    } else {
      ServiceLog.begin(root);
      LOG.info("signs the ledgers into {}, {} turns so far", dir, notary.turns());
      notary.run();
    }
    return ExitCode.OK.code();
  }

  private void report(String title, String field, long turns) throws IOException {
    CommandReport report = new CommandReport(title);
    report.line("turns", "%d", turns);
    report.fields().put(field, turns);
    report.print(root);
  }

  private static List<TopicPartition> ledgers(Settings settings) {
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      List<TopicPartition> ledgers = new ArrayList<>();
      for (Domain domain : NameLookup.domains(settings.list(KnownSettings.DOMAINS))) {
        String topic = RequiredTopics.ledger(domain.name());
        cluster
            .require(topic)
            .partitions()
            .forEach(info -> ledgers.add(new TopicPartition(topic, info.partition())));
      }
      return ledgers;
    }
  }
}
