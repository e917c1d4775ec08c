package dev.rota.stream;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.partitions.PartitionReader;
import dev.rota.topics.Topics;
import dev.rota.topics.UnfitCluster;
import java.time.Duration;
import java.util.HashMap;
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
 * Whose a ledger is. Two applications on one ledger would both decide every input, each with its
 * own memory, and neither history could be proved.
 */
final class LedgerOwner {
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
   * Returns when the ledger is empty, or this application has decided of these inputs before.
   *
   * @throws UnfitCluster when another application has written the ledger
   */
  static void check(
      Admin admin,
      Domain<?, ?, ?> domain,
      Map<String, Object> kafka,
      String application,
      int partitions) {
    LedgerOwner owner = new LedgerOwner(domain, kafka, admin);
    // The offsets a second time: a ledger's entry may be seen a moment before its input's offset.
    if (!owner.hasOffsets(application, false)
        && owner.hasLedger(partitions)
        && !owner.hasOffsets(application, true)) {
      throw owner.foreign(application);
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

  /** Whether anything is committed there; what a killed process left uncommitted does not count. */
  private boolean hasLedger(int partitions) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put("isolation.level", "read_committed");
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(configs)) {
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
            + " holds decisions already, and the group "
            + application
            + " has made none of them: "
            + (others.isEmpty()
                ? "no group has offsets on its inputs any more"
                : "they are those of " + others)
            + ". Two applications on one ledger would decide everything twice. Run with the"
            + " application.id that began it"
            + (others.isEmpty() ? "" : " (a group's name without -" + domain.name() + ")")
            + "; if it was this one and its offsets have expired, set them to where the ledger's"
            + " last entries end:\n  kafka-consumer-groups.sh --bootstrap-server "
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
      throw new KafkaException("cannot see whose the ledger is", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
