package dev.rota.stream;

import dev.rota.domain.Domain;
import dev.rota.registry.Registry;
import dev.rota.stream.past.LedgerOwner;
import dev.rota.topics.DomainTopics;
import dev.rota.topics.UnfitCluster;
import org.apache.kafka.clients.admin.Admin;

/** Checks, before a domain starts, that it can run on this cluster. */
final class FitCluster {
  private FitCluster() {}

  /**
   * Checks rights, topics and who writes the ledger, and registers the schemas.
   *
   * @return the number of partitions of the domain's topics
   * @throws UnfitCluster if the domain cannot run here; the message has the remedy
   */
  static int check(Domain<?, ?, ?> domain, StreamsSettings config, DomainTopics topics) {
    int partitions;
    try (Admin admin = Admin.create(config.kafka())) {
      config.rights(domain).check(admin);
      partitions = topics.check(admin);
      String group = config.applicationId(domain.name());
      LedgerOwner.check(admin, domain, config.kafka(), group, partitions);
      LedgerOwner.requireLedger(admin, domain, config.kafka(), group);
    }
    try (Registry registry = Registry.open(config.registry())) {
      Subjects.register(registry, domain);
    }
    return partitions;
  }
}
