package dev.rota.app.proofs;

import ch.qos.logback.classic.Level;
import dev.rota.app.cluster.Cluster;
import dev.rota.app.cluster.Connection;
import dev.rota.app.cluster.DomainsFlag;
import dev.rota.app.console.Catalogue;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.app.console.Flags;
import dev.rota.app.console.Report;
import dev.rota.app.console.Root;
import dev.rota.app.console.Shutdown;
import dev.rota.app.log.Verbosity;
import dev.rota.app.trust.KeyFile;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.Policy;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.notary.Notary;
import dev.rota.readers.notary.Rewritten;
import dev.rota.readers.notary.Terms;
import dev.rota.road.topics.Topics;
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
      "sign what the ledgers hold, into a transparency log of each partition",
      "It reads committed ledgers, verifies their seals, and writes to its directory only.",
      "Exit code 1: a ledger was rewritten, or the directory was changed."
    })
public final class NotaryCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(NotaryCommand.class);
  private static final long MILLIS = 1000;

  @ParentCommand private Root root;
  @Spec private CommandSpec spec;
  @Mixin private Connection connection;
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
      description = "turns of a partition that are signed sooner; default: ${DEFAULT-VALUE}")
  private int turns;

  @Option(names = "--once", description = "sign what there is now, ask the witnesses, and exit")
  private boolean once;

  @Option(
      names = "--check",
      description = "compare the ledgers, as far as they are signed, with the logs, and exit")
  private boolean check;

  @Override
  public Integer call() throws Exception {
    new Flags(spec).within("--every", every, 1, Integer.MAX_VALUE);
    new Flags(spec).within("--turns", turns, 1, Integer.MAX_VALUE);
    SigningKey own = KeyFile.read(key, KeyKind.LOG);
    Policy trusted = policy == null ? Policy.of(own.verifier()) : PolicyFile.read(policy);
    Settings settings = connection.withDev(domains.to(connection.sources(root)), root);
    Connection.requireKafka(settings);
    Terms terms = new Terms(settings.consumer(), dir, own, trusted, every * MILLIS, turns);
    try (Shutdown shutdown = Shutdown.onSignal(root);
        Notary notary = new Notary(terms, ledgers(settings))) {
      shutdown.with(notary::stop);
      return run(notary);
    } catch (Rewritten e) {
      throw new Failure(
          Exit.DIFFERS,
          "the ledger was rewritten or damaged",
          e.getMessage(),
          "nothing of it is signed; 'rota audit' compares all, and the logs are the evidence",
          e);
    } catch (BadProof e) {
      throw new Failure(
          Exit.DIFFERS,
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
      Verbosity.set(root.verbosity(), root.quiet(), Level.INFO);
      LOG.info("signs the ledgers into {}, {} turns so far", dir, notary.turns());
      notary.run();
    }
    return Exit.OK.code();
  }

  private void report(String title, String field, long turns) throws IOException {
    Report report = new Report(title);
    report.line("turns", "%d", turns);
    report.fields().put(field, turns);
    report.print(root);
  }

  private static List<TopicPartition> ledgers(Settings settings) {
    try (Cluster cluster = Cluster.open(settings)) {
      List<TopicPartition> ledgers = new ArrayList<>();
      for (Domain<?, ?, ?> domain : Catalogue.domains(settings.list(Known.DOMAINS))) {
        String topic = Topics.ledger(domain.name());
        cluster
            .require(topic)
            .partitions()
            .forEach(info -> ledgers.add(new TopicPartition(topic, info.partition())));
      }
      return ledgers;
    }
  }
}
