package dev.rota.chunks.values;

import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.engine.Engine;

/**
 * The parts of the uptime window that a worker's pings cover (rule 2), as of when it was last
 * looked at. Parts are numbered since the epoch. All that is kept of past pings is this.
 *
 * @param part the latest one
 * @param covered bit 0 is the latest part, bit 1 the one before it, and so on: 1 if it is covered
 * @param known the number of parts since the worker is measured, at most all of the window
 * @param enough true if the covered share is what the terms ask for
 */
public record WorkerUptime(long part, long covered, int known, boolean enough) {
  private static final long WINDOW = (1L << UptimeTerms.PARTS) - 1;

  public WorkerUptime {
    if (known < 1 || known > UptimeTerms.PARTS || covered >>> known != 0) {
      throw new IllegalArgumentException(
          "of " + known + " parts " + Long.toBinaryString(covered) + " cannot be covered");
    }
  }

  /**
   * Measures from a ping on.
   *
   * @return null if nobody looks
   */
  public static WorkerUptime from(long pingMillis, UptimeTerms terms, long nowMillis) {
    return terms.areAsked()
        ? new WorkerUptime(terms.part(pingMillis), 1, 1, true).at(nowMillis, pingMillis, terms)
        : null;
  }

  /**
   * Returns what is measured by other terms.
   *
   * @param was null: nobody looked
   */
  public static WorkerUptime by(
      UptimeTerms terms, UptimeTerms before, WorkerUptime was, long pingMillis, long nowMillis) {
    return was != null && terms.areAsked() && terms.measureLike(before)
        ? was.at(nowMillis, pingMillis, terms)
        : from(pingMillis, terms, nowMillis);
  }

  /**
   * Looks at it again.
   *
   * @param pingMillis time of the last ping
   */
  public WorkerUptime at(long nowMillis, long pingMillis, UptimeTerms terms) {
    long to = Math.max(part, terms.part(nowMillis));
    WorkerUptime then = to(to, terms.part(pingMillis), terms.lastPart(pingMillis));
    return new WorkerUptime(then.part, then.covered, then.known, then.isEnough(terms));
  }

  /** Returns the covered share of the window, or of the time since the worker is measured. */
  public double share() {
    return (double) Long.bitCount(covered) / known;
  }

  private boolean isEnough(UptimeTerms terms) {
    return share() >= terms.least();
  }

  /**
   * Returns when it is enough, or no longer, if no ping comes; {@link Engine#NEVER}: not at all.
   */
  public long changesAt(long pingMillis, UptimeTerms terms) {
    long first = terms.part(pingMillis);
    long last = terms.lastPart(pingMillis);
    for (long to = part + 1; to <= part + 2 * UptimeTerms.PARTS; to++) { // then nothing is covered
      if (to(to, first, last).isEnough(terms) != enough) {
        return terms.startMillis(to);
      }
    }
    return Engine.NEVER;
  }

  /** Returns when it is enough at the earliest, if pings cover all time from now on. */
  public long enoughAt(long nowMillis, UptimeTerms terms) {
    long to = part;
    while (!to(to, part, to).isEnough(terms)) {
      to++;
    }
    return Math.max(nowMillis, terms.startMillis(to));
  }

  /** Returns how many parts are covered, of how many: 44 of 60 parts. */
  public String words() {
    return Long.bitCount(covered) + " of " + PluralText.of(known, "part");
  }

  /** Looks at a later part, with all parts of a stretch covered. */
  private WorkerUptime to(long latest, long first, long last) {
    long passed = latest - part;
    long bits = passed < UptimeTerms.PARTS ? covered << passed : 0;
    long newest = latest - Math.min(last, latest);
    long oldest = Math.min(latest - first, UptimeTerms.PARTS - 1);
    if (newest <= oldest) {
      bits |= (2L << oldest) - (1L << newest);
    }
    int measured = (int) Math.min(UptimeTerms.PARTS, known + Math.min(UptimeTerms.PARTS, passed));
    return new WorkerUptime(latest, bits & WINDOW, measured, enough);
  }
}
