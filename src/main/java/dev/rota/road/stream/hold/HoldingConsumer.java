package dev.rota.road.stream.hold;

import static java.util.stream.Collectors.toSet;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;

/**
 * Keeps the held partitions of one consumer paused, whatever Kafka Streams wants: what is not
 * fetched is not decided, and no offset of it is committed. It belongs to the consumer's thread.
 *
 * <p>Kafka Streams pauses what it is assigned until its state is restored. So nothing of a new
 * partition is fetched before {@link #resumable} is asked.
 */
public final class HoldingConsumer {
  /** Whoever has not polled for so long may be out of the group, and not know it. */
  private static final long POLLED_NANOS = 5_000_000_000L;

  private final HeldPartitions holds;
  private final LongSupplier nanoTime;
  private long polledNanos;

  /** What Kafka Streams wants paused. */
  private final Set<TopicPartition> unwanted = new HashSet<>();

  private final Set<TopicPartition> withheld = new HashSet<>();

  private final OpeningPartitions opening = new OpeningPartitions();

  /** What is done before tasks open. */
  public interface Opening {
    /** The group has given this process partitions, and it has not written there yet. */
    void joined();

    /**
     * These partitions are this process's: it has just polled. Not called for a task that waited
     * for others to open, which may be another's by now.
     */
    void owned(Set<Integer> partitions);
  }

  HoldingConsumer(HeldPartitions holds, LongSupplier nanoTime) {
    this.holds = holds;
    this.nanoTime = nanoTime;
    this.polledNanos = nanoTime.getAsLong() - POLLED_NANOS;
  }

  /**
   * Returns a front of the consumer that obeys these holds.
   *
   * @param before called after a poll that brings partitions, and before the offsets of a task that
   *     opens are asked for, once for all that come with a rebalance
   * @param nanoTime a clock that only goes forward
   */
  @SuppressWarnings("unchecked") // it is that consumer, called by another
  public static Consumer<byte[], byte[]> of(
      Consumer<byte[], byte[]> whole, HeldPartitions holds, Opening before, LongSupplier nanoTime) {
    HoldingConsumer holding = new HoldingConsumer(holds, nanoTime);
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (_, method, arguments) -> {
              try {
                return switch (method.getName()) {
                  case "poll" -> {
                    whole.pause(holding.held(whole.assignment()));
                    whole.resume(holding.released());
                    yield holding.poll(whole, (Duration) arguments[0], before);
                  }
                  case "pause" -> {
                    holding.paused(partitions(arguments));
                    yield method.invoke(whole, arguments);
                  }
                  case "committed" -> {
                    holding.open(numbers(partitions(arguments)), before);
                    yield method.invoke(whole, arguments);
                  }
                  case "resume" -> method.invoke(whole, holding.resumable(partitions(arguments)));
                  default -> method.invoke(whole, arguments);
                };
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private ConsumerRecords<byte[], byte[]> poll(
      Consumer<byte[], byte[]> whole, Duration limit, Opening before) {
    try {
      ConsumerRecords<byte[], byte[]> records = whole.poll(limit);
      polled(whole.assignment(), before);
      return records;
    } catch (InvalidOffsetException e) {
      polled(whole.assignment(), before); // the group has answered, and one has no offset yet
      throw e;
    }
  }

  /**
   * A poll has ended. What has come with it is this process's, and is restored next: whatever a
   * former owner left open in its changelog would hold that up.
   */
  void polled(Set<TopicPartition> assigned, Opening before) {
    polledNanos = nanoTime.getAsLong();
    Set<Integer> come = opening.polled(assigned);
    if (!come.isEmpty()) {
      before.joined();
      before.owned(come);
    }
  }

  /** The offsets of these are asked for next. */
  void open(Set<Integer> partitions, Opening before) {
    boolean isOwner = nanoTime.getAsLong() - polledNanos < POLLED_NANOS;
    Set<Integer> asked = opening.next(partitions, isOwner);
    if (!asked.isEmpty()) {
      before.joined();
      if (isOwner) {
        before.owned(asked);
      }
    }
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

  private static Set<Integer> numbers(Collection<TopicPartition> these) {
    return these.stream().map(TopicPartition::partition).collect(toSet());
  }

  private boolean isHeld(TopicPartition one) {
    return holds.isHeld(one.partition());
  }

  @SuppressWarnings("unchecked") // as the consumer's methods have it
  private static Collection<TopicPartition> partitions(Object[] arguments) {
    return (Collection<TopicPartition>) arguments[0];
  }
}
