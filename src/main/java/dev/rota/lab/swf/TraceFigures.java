package dev.rota.lab.swf;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.lines.AnswerRecord;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The statistics of a trace, counted during playback. They take a few bytes per job. */
public final class TraceFigures {
  /** A job with parts that have not started. */
  private static final class Starting {
    private final long submitMillis;
    private int left;

    Starting(long submitMillis, int left) {
      this.submitMillis = submitMillis;
      this.left = left;
    }
  }

  private static final int DIGITS = 5; // significant digits of a waiting time

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

  TraceFigures(int bots) {
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
    busyMillis += job.runMillis();
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

  /** Returns the number of submitted jobs of the trace. */
  public long jobs() {
    return jobs;
  }

  /** Returns the number of jobs in the grid, one per processor. */
  public long slots() {
    return slots;
  }

  public long leases() {
    return leases;
  }

  public long refused() {
    return refused;
  }

  /** Returns the first refused job and the reason, or an empty text if there is none. */
  public String refusedFirst() {
    return refusedFirst;
  }

  /** Returns the number of jobs with more processors than bots. Their parts run in turn. */
  public long oversized() {
    return oversized;
  }

  /** Returns the time from the first submission to the last end, in milliseconds. */
  public long makespanMillis() {
    return jobs == 0 ? 0 : lastMillis - firstMillis;
  }

  /** Returns the busy part of all bots' time in the makespan, 0 to 1. */
  public double utilisation() {
    long makespan = makespanMillis();
    return makespan == 0 ? 0 : (double) busyMillis / makespan / bots;
  }

  /** Returns milliseconds from submission to the start of the last part, of started jobs. */
  public Histogram waits() {
    return waits;
  }

  /** Returns the SHA-256 over all leases so far, in order: job, bot, attempt, state, time. */
  public String digest() {
    try {
      // Reading a digest resets it, so a copy is read.
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e); // the JDK's own digest can be cloned
    }
  }
}
