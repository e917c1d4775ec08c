package dev.rota.swf;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.lines.AnswerRecord;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What came of a trace, counted as it is played; a few bytes for each job. */
public final class Figures {
  /** A job some of whose parts are still to start. */
  private static final class Starting {
    private final long submitMillis;
    private int left;

    Starting(long submitMillis, int left) {
      this.submitMillis = submitMillis;
      this.left = left;
    }
  }

  private static final int DIGITS = 5; // significant ones of a waiting time

  private final int bots;
  private final MessageDigest digest;
  private final Map<Long, Starting> starting = new HashMap<>();
  private final Histogram waits = new Histogram(DIGITS);
  private long jobs;
  private long slots;
  private long leases;
  private long refused;
  private String refusedFirst = "";
  private long oversized;
  private long busyMillis;
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;

  Figures(int bots) {
    this.bots = bots;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  void submitted(SwfJob job, long atMillis) {
    jobs++;
    slots += job.processors();
    oversized += job.processors() > bots ? 1 : 0;
    firstMillis = Math.min(firstMillis, atMillis);
    lastMillis = Math.max(lastMillis, atMillis);
    starting.put(job.number(), new Starting(atMillis, job.processors()));
  }

  void started(SwfJob job, long atMillis) {
    leases++;
    Starting one = starting.get(job.number());
    if (one != null && --one.left == 0) {
      starting.remove(job.number());
      waits.recordValue(atMillis - one.submitMillis);
    }
  }

  void ended(SwfJob job, long atMillis) {
    busyMillis += job.runSeconds() * Playback.SECOND_MILLIS;
    lastMillis = Math.max(lastMillis, atMillis);
  }

  void refused(SwfJob job, String why) {
    refused++;
    starting.remove(job.number());
    refusedFirst = refusedFirst.isEmpty() ? "job " + job.number() + ": " + why : refusedFirst;
  }

  void lease(AnswerRecord lease) {
    String line =
        String.join(
            " ",
            lease.text("job"),
            lease.text("bot"),
            lease.text("attempt"),
            lease.text("state"),
            lease.text("at") + "\n");
    digest.update(line.getBytes(UTF_8));
  }

  public int bots() {
    return bots;
  }

  /** Jobs of the trace that were submitted. */
  public long jobs() {
    return jobs;
  }

  /** What they are for the grid: a job for each processor. */
  public long slots() {
    return slots;
  }

  /** Leases that started. */
  public long leases() {
    return leases;
  }

  /** Slots that the grid refused. */
  public long refused() {
    return refused;
  }

  /** Which was the first, and why; empty when none was. */
  public String refusedFirst() {
    return refusedFirst;
  }

  /** Jobs of more processors than there are bots: their parts run one after another. */
  public long oversized() {
    return oversized;
  }

  /** From the first submission to the last end, in milliseconds. */
  public long makespanMillis() {
    return jobs == 0 ? 0 : lastMillis - firstMillis;
  }

  /** Of all bots' time in the makespan, what they worked; 0 to 1. */
  public double utilisation() {
    long makespan = makespanMillis();
    return makespan == 0 ? 0 : (double) busyMillis / makespan / bots;
  }

  /** Milliseconds from submission to the start of the last part, of the jobs that started. */
  public Histogram waits() {
    return waits;
  }

  /** SHA-256 over all leases so far, in their order: job, bot, attempt, state, time. */
  public String digest() {
    try {
      // A digest that is asked starts anew: a copy of it is asked.
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e); // the JDK's own can be copied
    }
  }
}
