package dev.rota.road.health;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The inputs of a domain that wait, by partition: what lies between what is taken and the ends.
 * Markers of transactions and aborted records take offsets too, and are no inputs: so a gap is
 * looked into when it appears, and when it stands. Thread-safe.
 */
public final class InputBacklog {
  /** Steps of an end that are remembered, to say since when an input waits. */
  private static final int STEPS_MAX = 128;

  private final Duration patience;
  private final LongSupplier millis;
  private final Map<TopicPartition, Gap> gaps = new HashMap<>();
  private final Map<Integer, Long> standing = new HashMap<>();
  private final Set<Integer> unknown = new TreeSet<>();
  private long seenMillis;

  /** Offsets of an input that nobody has looked into. */
  record Unseen(long from, long to) {}

  /**
   * What lies there.
   *
   * @param upTo it was looked into up to here
   * @param count of records
   * @param first offset of the first record
   * @param atMillis its timestamp
   */
  record Content(long upTo, long count, long first, long atMillis) {
    /** Returns true if no task will ever see a record of it. */
    boolean isEmpty() {
      return count == 0;
    }
  }

  /** What is between what is taken of an input and its end. */
  private static final class Gap {
    private final ArrayDeque<long[]> steps = new ArrayDeque<>();
    private long taken = -1;
    private long end;

    private Content content;
    private boolean atMost;

    /** The first step is what was there when it was looked at first. */
    private boolean early = true;

    /** Returns true if more is taken than before. */
    boolean see(long nowTaken, long nowEnd, long atMillis) {
      boolean moved = taken >= 0 && nowTaken != taken;
      taken = nowTaken;
      if (steps.isEmpty() || nowEnd != end) {
        end = nowEnd;
        steps.add(new long[] {nowEnd, atMillis});
      }
      while (steps.size() > 1 && steps.peek()[0] <= taken) {
        steps.remove();
        early = false;
      }
      thin();
      if (content != null && (content.isEmpty() ? content.upTo : content.first) < taken) {
        content = null;
      }
      return moved;
    }

    /** Every other step is forgotten: what came with it seems to have come with the one before. */
    private void thin() {
      if (steps.size() > STEPS_MAX) {
        ArrayDeque<long[]> fewer = new ArrayDeque<>();
        long since = 0;
        for (long[] step : steps) {
          if (since == 0) {
            since = step[1];
          } else {
            fewer.add(new long[] {step[0], since});
            since = 0;
          }
        }
        if (since != 0) {
          fewer.add(steps.getLast());
        }
        steps.clear();
        steps.addAll(fewer);
      }
    }

    boolean isEmpty() {
      return end <= taken || content != null && content.isEmpty() && end <= content.upTo;
    }

    Unseen unseen() {
      if (isEmpty() || content != null && !content.isEmpty()) {
        return null;
      }
      return new Unseen(content == null ? taken : content.upTo, end);
    }

    WaitingInputs waiting() {
      if (isEmpty()) {
        return WaitingInputs.NONE;
      }
      if (content == null) {
        return new WaitingInputs(end - taken, since(taken), atMost);
      }
      long count = content.count + Math.max(0, end - content.upTo);
      if (content.isEmpty()) {
        return new WaitingInputs(count, since(content.upTo), atMost);
      }
      return new WaitingInputs(count, since(content.first), false);
    }

    /** When this offset was first seen to be there; at the first look, its record says it. */
    private long since(long offset) {
      long[] first = steps.peek();
      for (long[] step : steps) {
        if (step[0] > offset) {
          boolean known = content != null && !content.isEmpty() && content.first == offset;
          boolean wasThere = early && step == first && known;
          return wasThere ? Math.min(step[1], content.atMillis) : step[1];
        }
      }
      return steps.getLast()[1];
    }
  }

  /**
   * Starts without a backlog.
   *
   * @param patience how long a partition may take nothing; longer than any turn
   * @param millis a clock
   */
  public InputBacklog(Duration patience, LongSupplier millis) {
    this.patience = patience;
    this.millis = millis;
    this.seenMillis = millis.getAsLong();
  }

  /**
   * Takes what is known now.
   *
   * @param asked inputs; those of other partitions are forgotten
   * @param taken of the inputs; where it is not known, there is none
   * @param ends of the inputs, committed records only, likewise; known before what is taken
   * @return what to look into
   */
  synchronized Map<TopicPartition, Unseen> see(
      Collection<TopicPartition> asked,
      Map<TopicPartition, Long> taken,
      Map<TopicPartition, Long> ends) {
    seenMillis = millis.getAsLong();
    Set<Integer> calm = new TreeSet<>(standing.keySet());
    calm.removeIf(one -> !isNone(one));
    gaps.keySet().retainAll(Set.copyOf(asked));
    unknown.clear();
    Set<Integer> moved = new TreeSet<>();
    for (TopicPartition one : asked) {
      if (taken.containsKey(one) && ends.containsKey(one)) {
        Gap gap = gaps.computeIfAbsent(one, _ -> new Gap());
        if (gap.see(taken.get(one), ends.get(one), seenMillis)) {
          moved.add(one.partition());
        }
      } else {
        unknown.add(one.partition());
      }
    }
    standing.keySet().retainAll(asked.stream().map(TopicPartition::partition).toList());
    asked.stream()
        .map(TopicPartition::partition)
        .distinct()
        .filter(one -> moved.contains(one) || unknown.contains(one) || calm.contains(one))
        .forEach(one -> standing.put(one, seenMillis));
    asked.forEach(one -> standing.putIfAbsent(one.partition(), seenMillis));
    Map<TopicPartition, Unseen> unseen = new HashMap<>();
    gaps.forEach(
        (input, gap) -> {
          if (gap.unseen() != null && !moved.contains(input.partition())) {
            unseen.put(input, gap.unseen());
          }
        });
    return unseen;
  }

  /**
   * Nobody could take inputs of these since the last look: that none was taken is no standstill.
   */
  public synchronized void excuse(Collection<Integer> partitions) {
    partitions.forEach(one -> standing.replace(one, seenMillis));
  }

  private boolean isNone(int partition) {
    return gaps.entrySet().stream()
        .filter(one -> one.getKey().partition() == partition)
        .allMatch(one -> one.getValue().isEmpty());
  }

  /** Somebody has looked into a gap. */
  synchronized void found(TopicPartition input, Content content) {
    Gap gap = gaps.get(input);
    if (gap != null) {
      gap.content = content;
      gap.atMost = false;
      if (isNone(input.partition())) {
        standing.put(input.partition(), seenMillis);
      }
    }
  }

  /** Nobody may look into a gap. */
  synchronized void hidden(TopicPartition input) {
    Gap gap = gaps.get(input);
    if (gap != null) {
      gap.atMost = true;
    }
  }

  /** What waits in a partition; empty: it is not known. */
  public synchronized Optional<WaitingInputs> of(int partition) {
    if (unknown.contains(partition) || !standing.containsKey(partition)) {
      return Optional.empty();
    }
    return Optional.of(
        gaps.entrySet().stream()
            .filter(one -> one.getKey().partition() == partition)
            .map(one -> one.getValue().waiting())
            .reduce(WaitingInputs.NONE, WaitingInputs::plus));
  }

  /** The inputs that wait, by partition; those without any are left out. */
  public synchronized SortedMap<Integer, Long> waiting() {
    SortedMap<Integer, Long> waiting = new TreeMap<>();
    standing
        .keySet()
        .forEach(
            one ->
                of(one)
                    .filter(some -> !some.isNone())
                    .ifPresent(some -> waiting.put(one, some.count())));
    return waiting;
  }

  /** Since when inputs of a partition wait and none is taken, epoch ms; empty: they are taken. */
  synchronized Optional<Long> standsSince(int partition) {
    long since = standing.getOrDefault(partition, seenMillis);
    boolean stands = millis.getAsLong() - since > patience.toMillis();
    return stands && of(partition).filter(some -> !some.isNone()).isPresent()
        ? Optional.of(since)
        : Optional.empty();
  }

  /**
   * Names the partition that has waited longest, if one has waited too long.
   *
   * @param among those that should be decided
   */
  public synchronized Optional<String> trouble(Collection<Integer> among) {
    long now = millis.getAsLong();
    if (now - seenMillis > patience.toMillis()) {
      return Optional.of("Kafka has not answered for " + AgeText.of(now - seenMillis));
    }
    return among.stream()
        .filter(one -> standsSince(one).isPresent())
        .min((a, b) -> Long.compare(standing.get(a), standing.get(b)))
        .map(
            one ->
                "partition %d: %d inputs wait, and nothing was committed for %s"
                    .formatted(one, waiting().get(one), AgeText.of(now - standing.get(one))));
  }
}
