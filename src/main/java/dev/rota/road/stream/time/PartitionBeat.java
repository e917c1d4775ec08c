package dev.rota.road.stream.time;

import dev.rota.base.text.LogField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the pacemaker knows of one partition that a task of this process owns: when to nudge it, and
 * what its task has to read first. Thread-safe.
 */
final class PartitionBeat {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionBeat.class);
  private static final long AGAIN_MILLIS = 200;
  private static final long AGAIN_MAX_MILLIS = 5_000;
  private static final long TELL_MILLIS = 10_000;
  private static final long NEVER_SENT = Long.MIN_VALUE;

  /** What lies on the inputs. */
  interface Log {
    /**
     * Returns true if no task will ever see a record between these offsets. False if there is one,
     * or if a transaction is still open there.
     */
    boolean isEmpty(TopicPartition input, long from, long to);
  }

  private final String domain;
  private final int partition;
  private final List<String> inputs;
  private final TaskPulse pulse;
  private final long beatMillis;

  /** The ends of the inputs when they were last asked, and how far the task was then. */
  private final long[] ends;

  private final long[] reads;

  /** What the group has committed: a later task need not read it. */
  private final long[] committed;

  /** Between these offsets an input has no records, only what ends or aborts transactions. */
  private final long[] emptyFrom;

  private final long[] emptyTo;

  private boolean busy;
  private long sentUntilMillis = NEVER_SENT;
  private long startedMillis;
  private long pauseMillis;
  private long waitingSinceMillis;
  private boolean told;

  PartitionBeat(
      String domain, int partition, List<String> inputs, TaskPulse pulse, long beatMillis) {
    this.domain = domain;
    this.partition = partition;
    this.inputs = inputs;
    this.pulse = pulse;
    this.beatMillis = beatMillis;
    int count = inputs.size();
    this.ends = new long[count];
    this.reads = new long[count];
    this.committed = new long[count];
    this.emptyFrom = new long[count];
    this.emptyTo = new long[count];
  }

  int partition() {
    return partition;
  }

  boolean isOf(TaskPulse one) {
    return pulse == one;
  }

  List<TopicPartition> inputPartitions() {
    return inputs.stream().map(input -> new TopicPartition(input, partition)).toList();
  }

  /**
   * How long no nudge is needed, in ms.
   *
   * @param nowMillis the cluster's time
   * @param monotonicMillis a clock that never jumps
   */
  synchronized long waitMillis(long nowMillis, long monotonicMillis) {
    if (busy || pulse.isHeld()) {
      return beatMillis;
    }
    long pause = sentUntilMillis == NEVER_SENT ? 0 : isTaken() ? beatMillis : pauseMillis;
    long paused = startedMillis + pause - monotonicMillis;
    long earliest = pulse.earliestMillis();
    return earliest <= nowMillis ? paused : Math.max(paused, earliest - nowMillis);
  }

  private boolean isTaken() {
    return pulse.passedMillis() >= sentUntilMillis;
  }

  /** A nudge is on its way from now on. */
  synchronized void begin(long monotonicMillis) {
    busy = true;
    if (!isStalled()) {
      pauseMillis = AGAIN_MILLIS;
      waitingSinceMillis = monotonicMillis;
      told = false;
    } else {
      pauseMillis = Math.min(2 * pauseMillis, AGAIN_MAX_MILLIS);
    }
    startedMillis = monotonicMillis;
  }

  synchronized void end() {
    busy = false;
  }

  /** Whether the last nudge has not been taken yet. */
  synchronized boolean isStalled() {
    return sentUntilMillis != NEVER_SENT && !isTaken();
  }

  /** Whether the task has decided nothing of some input yet, so the group has to be asked. */
  synchronized boolean isUnknown() {
    return IntStream.range(0, inputs.size())
        .anyMatch(
            input ->
                pulse.read(input) == 0
                    && (sentUntilMillis == NEVER_SENT || committed[input] < ends[input]));
  }

  /** The group has committed this offset of an input. */
  synchronized void committed(int input, long offset) {
    committed[input] = Math.max(committed[input], offset);
  }

  /** The nudge up to a time, after which these ends were found. */
  synchronized TimeNudge nudge(long untilMillis, long[] found) {
    List<Long> needed = new ArrayList<>(found.length);
    for (int input = 0; input < found.length; input++) {
      ends[input] = found[input];
      reads[input] = pulse.read(input);
      long end = found[input] <= emptyTo[input] ? emptyFrom[input] : found[input];
      needed.add(end <= committed[input] ? 0 : end);
    }
    sentUntilMillis = untilMillis;
    return new TimeNudge(untilMillis, needed);
  }

  /**
   * Where a task has not reached the ends and stands still, only markers of transactions may be
   * left, which no task ever sees. Then their place is noted.
   */
  void verify(Log log, long monotonicMillis) {
    for (int input = 0; input < inputs.size(); input++) {
      long from;
      long to;
      synchronized (this) {
        from = Math.max(pulse.read(input), committed[input]);
        to = ends[input];
        boolean stands = pulse.read(input) == reads[input];
        if (!isStalled() || from >= to || !stands) {
          continue;
        }
        if (from >= emptyFrom[input] && to <= emptyTo[input]) {
          continue; // known already
        }
      }
      if (log.isEmpty(new TopicPartition(inputs.get(input), partition), from, to)) {
        synchronized (this) {
          emptyFrom[input] = from;
          emptyTo[input] = to;
        }
      } else {
        tell(input, from, to, monotonicMillis);
      }
    }
  }

  private synchronized void tell(int input, long from, long to, long monotonicMillis) {
    if (!told && monotonicMillis - waitingSinceMillis > TELL_MILLIS) {
      told = true;
      LOG.warn(
          "{}: partition {}: no time passes until {} is read up to {}; it is read up to {}. The task"
              + " is behind, or a producer has left a transaction open",
          LogField.domain(domain),
          LogField.partition(partition),
          inputs.get(input),
          to,
          from);
    }
  }

  @Override
  public String toString() {
    return domain + "/" + partition + " " + Arrays.toString(ends);
  }
}
