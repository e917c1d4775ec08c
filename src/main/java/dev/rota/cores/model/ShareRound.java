package dev.rota.cores.model;

import java.util.Arrays;
import java.util.List;

/**
 * Where a core is in its round of shares (cores K4). Each share has a credit, at first its parts.
 * The turn is one share's until its credit does not cover one more step, the smallest share; then
 * it gets its parts anew, and the turn is the next share's.
 */
final class ShareRound {
  private final ShareSchedule schedule;
  private final int step;
  private final int position;
  private final int[] credits;

  private ShareRound(ShareSchedule schedule, int step, int position, int[] credits) {
    this.schedule = schedule;
    this.step = step;
    this.position = position;
    this.credits = credits;
  }

  static ShareRound begin(ShareSchedule schedule) {
    int[] credits = schedule.shares().stream().mapToInt(CoreShare::parts).toArray();
    return new ShareRound(schedule, schedule.step(), 0, credits);
  }

  /** As it was kept. */
  static ShareRound of(ShareSchedule schedule, int position, List<Integer> credits) {
    return new ShareRound(
        schedule,
        schedule.step(),
        position,
        credits.stream().mapToInt(Integer::intValue).toArray());
  }

  int position() {
    return position;
  }

  List<Integer> credits() {
    return Arrays.stream(credits).boxed().toList();
  }

  ShareSchedule schedule() {
    return schedule;
  }

  /** Whose turn it is. */
  CoreShare turn() {
    return schedule.shares().get(position);
  }

  /** After this turn. */
  ShareRound next() {
    int left = Math.max(0, credits[position] - step);
    boolean isSpent = left < step;
    int credit = isSpent ? Math.min(CoreShare.WHOLE, left + turn().parts()) : left;
    int next = isSpent ? (position + 1) % credits.length : position;
    if (next == position && credit == credits[position]) {
      return this; // fast path: a core with one share
    }
    int[] copy = credits.clone();
    copy[position] = credit;
    return new ShareRound(schedule, step, next, copy);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShareRound round
        && position == round.position
        && schedule.equals(round.schedule)
        && Arrays.equals(credits, round.credits);
  }

  @Override
  public int hashCode() {
    return 31 * schedule.hashCode() + position;
  }

  @Override
  public String toString() {
    return schedule + " at " + position;
  }
}
