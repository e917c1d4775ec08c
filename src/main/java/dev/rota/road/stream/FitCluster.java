package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.registry.Registry;
import dev.rota.road.stream.past.LedgerOwner;
import dev.rota.road.topics.DomainTopics;
import dev.rota.road.topics.UnfitCluster;
import org.apache.kafka.clients.admin.Admin;

/**
 * A cluster on which a domain can run.
 *
 * @param partitions of the domain's topics
 * @param owner whose claim stands
 */
record FitCluster(int partitions, LedgerOwner owner) {
  /**
   * Checks rights, topics and who writes the ledger, and registers the schemas.
   *
   * @throws UnfitCluster if the domain cannot run here; the message has the remedy
   */
  static FitCluster check(Domain<?, ?, ?> domain, StreamsSettings config, DomainTopics topics) {
    FitCluster fit;
    try (Admin admin = Admin.create(config.kafka())) {
      config.rights(domain).check(admin);
      int partitions = topics.check(admin);
      String group = config.applicationId(domain.name());
      LedgerOwner owner = LedgerOwner.check(admin, domain, config.kafka(), group, partitions);
      LedgerOwner.requireLedger(admin, domain, config.kafka(), group);
      LedgerOwner.requireCurrentGroup(admin, domain, config.kafka(), group, partitions);
      fit = new FitCluster(partitions, owner);
    }
    try (Registry registry = Registry.open(config.registry())) {
      DomainSubjects.register(registry, domain);
    }
    return fit;
  }
}
