package dev.rota.road.stream.past;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Hands a ledger from one group over to another: the other goes on where the first one stopped. It
 * is refused while either has members.
 */
public record LedgerTakeover(
    Admin admin, Domain domain, Map<String, Object> kafka, String from, String to) {
  private static final Set<GroupState> NOBODY = EnumSet.of(GroupState.EMPTY, GroupState.DEAD);

  /**
   * Hands it over.
   *
   * @throws UnfitCluster if it cannot be
   */
  public OwnerClaim take() {
    ClaimTopic topic = new ClaimTopic(kafka, domain.name());
    LedgerOwner.create(admin, domain.name());
    String cluster = cluster(admin);
    OwnerClaim standing = topic.standing();
    if (standing != null && standing.isOf(to, cluster)) {
      return standing;
    }
    if (standing != null && !standing.group().equals(from)) {
      throw new UnfitCluster(
          "%s belongs to the group %s, not to %s: nothing is taken over"
              .formatted(RequiredTopics.ledger(domain.name()), standing.group(), from));
    }
    requireNobody(admin, from, "nothing is taken over");
    requireNobody(admin, to, "nothing is taken over");
    // With the claim first, a crash would leave an owner that begins with the first input again.
    copyOffsets();
    OwnerClaim next = new OwnerClaim(to, cluster, standing == null ? 1 : standing.epoch() + 1);
    OwnerClaim stands = topic.claim(next);
    if (!stands.equals(next)) {
      throw new UnfitCluster(
          "%s was claimed by the group %s at the same time: nothing is taken over"
              .formatted(RequiredTopics.ledger(domain.name()), stands.group()));
    }
    return stands;
  }

  static String cluster(Admin admin) {
    String id = get(admin.describeCluster().clusterId());
    return id == null ? "" : id;
  }

  /**
   * Requires that nobody is in the group.
   *
   * @param what follows if somebody is
   */
  public static void requireNobody(Admin admin, String group, String what) {
    boolean some =
        get(admin.listGroups().valid()).stream()
            .filter(one -> one.groupId().equals(group))
            .anyMatch(one -> !one.groupState().map(NOBODY::contains).orElse(false));
    if (some) {
      throw new UnfitCluster(
          ("the group %s has members: %s. Stop its engines; one that was killed leaves its group"
                  + " within a minute")
              .formatted(group, what));
    }
  }

  /**
   * Requires that no other group has claimed the ledger.
   *
   * @param kafka settings of every client
   */
  public static void requireOwn(
      Admin admin, String domain, Map<String, Object> kafka, String group) {
    OwnerClaim standing = new ClaimTopic(kafka, domain).standing();
    if (standing != null && !standing.isOf(group, cluster(admin))) {
      throw new UnfitCluster(
          "%s belongs to the group %s on the cluster %s, not to %s: pass its application.id"
              .formatted(
                  RequiredTopics.ledger(domain), standing.group(), standing.cluster(), group));
    }
  }

  private void copyOffsets() {
    if (from.equals(to)) {
      return;
    }
    List<String> topics =
        Stream.concat(
                domain.wire().inputs().stream().map(InputTopic::topic),
                Stream.of(RequiredTopics.time(domain.name())))
            .toList();
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    get(admin.listConsumerGroupOffsets(from).partitionsToOffsetAndMetadata())
        .forEach(
            (at, offset) -> {
              if (offset != null && topics.contains(at.topic())) {
                offsets.put(at, new OffsetAndMetadata(offset.offset()));
              }
            });
    if (!offsets.isEmpty()) {
      var _ = get(admin.alterConsumerGroupOffsets(to, offsets).all());
    }
  }

  private static <T> T get(KafkaFuture<T> answer) {
    return AdminAnswer.of(answer, "the ledger cannot be taken over");
  }
}
