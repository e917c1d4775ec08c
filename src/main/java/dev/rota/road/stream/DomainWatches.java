package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.hold.HeldPartitions;
import dev.rota.road.stream.hold.HoldWatch;
import dev.rota.road.stream.past.LedgerOwner;
import dev.rota.road.stream.past.WriterWatch;
import dev.rota.road.stream.watch.DomainWatch;
import dev.rota.road.topics.DomainTopics;
import dev.rota.road.topics.UnfitCluster;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What a running domain watches: its holds, its topics and backlog, and who else writes. */
final class DomainWatches implements AutoCloseable {
  private final HoldWatch holds;
  private final DomainWatch cluster;
  private final WriterWatch writers;
  private final Supplier<Set<Integer>> owned;

  /**
   * Watches nothing yet.
   *
   * @param held is told which partitions are held
   * @param owned the partitions of this process
   */
  DomainWatches(
      Domain domain,
      StreamsSettings config,
      DomainTopics topics,
      LedgerOwner owner,
      HeldPartitions held,
      Supplier<Set<Integer>> owned) {
    this.holds = new HoldWatch(domain.name(), config.kafka(), held);
    this.cluster =
        new DomainWatch(
            domain,
            config.kafka(),
            topics,
            config.applicationId(domain.name()),
            config.rights(domain));
    this.writers = new WriterWatch(config.kafka(), domain.name(), owner);
    this.owned = owned;
  }

  /** Begins with what must be known before anything is decided. */
  void beforeStart() {
    holds.start();
  }

  /**
   * Begins with the rest.
   *
   * @param stop called when the domain cannot go on with its topics
   * @param foreign called when another application decides the ledger as well
   */
  void start(Consumer<UnfitCluster> stop, Consumer<UnfitCluster> foreign) {
    cluster.start(owned, this::held, stop);
    writers.start(owned, foreign);
  }

  /** The topics and the backlog. */
  DomainWatch cluster() {
    return cluster;
  }

  /** The partitions of this process that are held, in order. */
  List<Integer> held() {
    return holds.held(owned.get());
  }

  /** A hold, or inputs that wait while nothing is decided. */
  Optional<String> trouble() {
    return holds.trouble(held()).or(() -> cluster.trouble(holds.free(owned.get())));
  }

  @Override
  public void close() {
    holds.close();
    cluster.close();
    writers.close();
  }
}
