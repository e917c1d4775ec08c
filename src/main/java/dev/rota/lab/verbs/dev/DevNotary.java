package dev.rota.lab.verbs.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.console.RootCommand;
import dev.rota.app.instance.HomeDirectory;
import dev.rota.app.trust.KeyFile;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.files.DiskOperations;
import dev.rota.base.files.OwnerOnlyDirectories;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.notary.Notary;
import dev.rota.readers.notary.NotaryTerms;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notary of {@code rota dev}. Its key and a policy that trusts it lie in the home, so that
 * proofs verify when their data is gone. Nobody witnesses it.
 */
final class DevNotary implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DevNotary.class);
  private static final String KEY = "notary.key";
  private static final String NAME = "rota.dev";
  private static final long EVERY_MILLIS = 5_000;
  private static final int TURNS = 100_000;

  private final Notary notary;
  private final Thread thread;

  private DevNotary(Notary notary) {
    this.notary = notary;
    this.thread = new Thread(this::run, "notary");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Starts a notary.
   *
   * @param dir of its logs
   * @param clusterId tells the logs of one data directory from those of another
   */
  static DevNotary start(
      RootCommand root,
      Path dir,
      String clusterId,
      List<Domain> domains,
      int partitions,
      Settings settings)
      throws IOException {
    SigningKey key = key(root);
    List<TopicPartition> ledgers = new ArrayList<>();
    for (Domain domain : domains) {
      for (int partition = 0; partition < partitions; partition++) {
        ledgers.add(new TopicPartition(RequiredTopics.ledger(domain.name()), partition));
      }
    }
    NotaryTerms terms =
        new NotaryTerms(
            settings.consumer(),
            dir,
            key.as(NAME + "/" + clusterId),
            TrustPolicy.of(key.verifier()),
            EVERY_MILLIS,
            TURNS);
    return new DevNotary(new Notary(terms, ledgers));
  }

  /** The key of this home, and a policy that trusts it. */
  private static SigningKey key(RootCommand root) throws IOException {
    Path home = OwnerOnlyDirectories.made(HomeDirectory.of(root.console().variables()));
    Path file = home.resolve(KEY);
    if (!Files.exists(file)) {
      KeyFile.create(file, SigningKey.random(NAME, KeyKind.LOG));
    }
    SigningKey key = KeyFile.read(file, KeyKind.LOG);
    Path policy = PolicyFile.usual(root);
    if (!Files.exists(policy)) {
      DiskOperations.LOCAL.replace(policy, ("log " + key + "\nquorum none\n").getBytes(UTF_8));
    }
    return key;
  }

  private void run() {
    try {
      notary.run();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("the notary ended; nothing more is signed", e);
    }
  }

  @Override
  public void close() throws IOException {
    notary.stop();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    notary.close();
  }
}
