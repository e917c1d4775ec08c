package dev.rota.road.stream.hold;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Keeps the held partitions of one consumer paused, whatever Kafka Streams wants: what is not
 * fetched is not decided, and no offset of it is committed. It belongs to the consumer's thread.
 *
 * <p>Kafka Streams pauses what it is assigned until its state is restored. So nothing of a new
 * partition is fetched before {@link #resumable} is asked.
 */
final class PausedPartitions {
  private final HeldPartitions holds;

  /** What Kafka Streams wants paused. */
  private final Set<TopicPartition> unwanted = new HashSet<>();

  private final Set<TopicPartition> withheld = new HashSet<>();

  PausedPartitions(HeldPartitions holds) {
    this.holds = holds;
  }

  /** Kafka Streams pauses these. */
  void paused(Collection<TopicPartition> these) {
    unwanted.addAll(these);
  }

  /** Kafka Streams resumes these: returns those that may be. */
  List<TopicPartition> resumable(Collection<TopicPartition> these) {
    unwanted.removeAll(these);
    these.stream().filter(this::isHeld).forEach(withheld::add);
    return these.stream().filter(one -> !isHeld(one)).toList();
  }

  /** Before a poll: returns those that are to be paused. */
  List<TopicPartition> held(Set<TopicPartition> assigned) {
    unwanted.retainAll(assigned);
    withheld.retainAll(assigned);
    return holds.isEmpty()
        ? List.of()
        : assigned.stream().filter(one -> isHeld(one) && withheld.add(one)).toList();
  }

  /** Before a poll: returns those that are to be resumed, since they are held no more. */
  List<TopicPartition> released() {
    List<TopicPartition> free = withheld.stream().filter(one -> !isHeld(one)).toList();
    free.forEach(withheld::remove);
    return free.stream().filter(one -> !unwanted.contains(one)).toList();
  }

  private boolean isHeld(TopicPartition one) {
    return holds.isHeld(one.partition());
  }
}
