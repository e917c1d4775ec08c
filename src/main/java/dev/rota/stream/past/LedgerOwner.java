package dev.rota.stream.past;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.partitions.PartitionReader;
import dev.rota.topics.Topics;
import dev.rota.topics.UnfitCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Checks that no other application writes the ledger. Two applications on one ledger would decide
 * every input twice, each with its own state, and neither history could be proved.
 */
public final class LedgerOwner {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LOOK_MAX = Duration.ofSeconds(20);

  private final Domain<?, ?, ?> domain;
  private final Map<String, Object> kafka;
  private final Admin admin;

  private LedgerOwner(Domain<?, ?, ?> domain, Map<String, Object> kafka, Admin admin) {
    this.domain = domain;
    this.kafka = kafka;
    this.admin = admin;
  }

  /**
   * Returns if the ledger is empty or this application has offsets on the inputs.
   *
   * @throws UnfitCluster if another application has written the ledger
   */
  public static void check(
      Admin admin,
      Domain<?, ?, ?> domain,
      Map<String, Object> kafka,
      String application,
      int partitions) {
    LedgerOwner owner = new LedgerOwner(domain, kafka, admin);
    // Offsets are checked again: an entry may become visible just before its input's offset.
    if (!owner.hasOffsets(application, false)
        && owner.hasLedger(partitions)
        && !owner.hasOffsets(application, true)) {
      throw owner.foreign(application);
    }
  }

  /**
   * Returns if the ledger is empty. Called if the rows of the state do not exist.
   *
   * @param changelog the topic of the rows
   * @throws UnfitCluster if it is not: every lane would begin at turn 1 again
   */
  public static void requireNoLedger(
      Admin admin,
      Domain<?, ?, ?> domain,
      Map<String, Object> kafka,
      String changelog,
      int partitions) {
    if (new LedgerOwner(domain, kafka, admin).hasLedger(partitions)) {
      throw new UnfitCluster(
          "the topic "
              + changelog
              + ", which holds the state of "
              + domain.name()
              + ", does not exist, but the ledger "
              + Topics.ledger(domain.name())
              + " already holds decisions: every lane would begin at turn 1 again and give out what"
              + " it gave out before. Restore the topic, or begin anew on topics of their own");
    }
  }

  private boolean hasOffsets(String group, boolean settled) {
    List<String> inputs = domain.wire().inputs().stream().map(Input::topic).toList();
    return get(
            admin
                .listConsumerGroupOffsets(
                    group, new ListConsumerGroupOffsetsOptions().requireStable(settled))
                .partitionsToOffsetAndMetadata())
        .entrySet()
        .stream()
        .anyMatch(one -> one.getValue() != null && inputs.contains(one.getKey().topic()));
  }

  /** Returns true if the ledger has committed records. */
  private boolean hasLedger(int partitions) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      String ledger = Topics.ledger(domain.name());
      reader.assign(PartitionReader.partitions(ledger, partitions));
      long deadline = System.nanoTime() + LOOK_MAX.toNanos();
      while (!reader.isAtEnds()) {
        if (!reader.poll(POLL).isEmpty()) {
          return true;
        }
        if (System.nanoTime() - deadline > 0) {
          throw new TimeoutException("the ledger " + ledger + " cannot be read");
        }
      }
      return false;
    }
  }

  private UnfitCluster foreign(String application) {
    String others =
        get(admin.listGroups().valid()).stream()
            .map(GroupListing::groupId)
            .filter(group -> group.endsWith("-" + domain.name()) && hasOffsets(group, false))
            .sorted()
            .collect(Collectors.joining(", "));
    return new UnfitCluster(
        "the ledger "
            + Topics.ledger(domain.name())
            + " already holds decisions, but the group "
            + application
            + " has made none of them: "
            + (others.isEmpty()
                ? "no group has offsets on its inputs"
                : "they were made by " + others)
            + ". Two applications on one ledger would decide every input twice. Use the"
            + " application.id that started it"
            + (others.isEmpty() ? "" : " (the group's name without -" + domain.name() + ")")
            + "; if it was this one and its offsets have expired, reset them to the offsets after"
            + " the inputs of the ledger's last entries:\n"
            + "  kafka-consumer-groups.sh --bootstrap-server "
            + kafka.get("bootstrap.servers")
            + " --group "
            + application
            + " --topic "
            + domain.wire().inputs().get(0).topic()
            + " --reset-offsets --to-offset N --execute");
  }

  private static <T> T get(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new KafkaException("cannot determine who writes the ledger", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
