package dev.rota.chunks.values;

import dev.rota.chunks.placement.RestrictionCheck;
import dev.rota.chunks.placement.SoftwareVersion;

/** A version of the rules: what it decides otherwise than the others that can run. */
public enum RulesEdition {
  /** Restricted chunks count with their copies, and no number or time has a largest value. */
  TWO(2, RestrictionCheck.Counting.COPIES),

  /**
   * Each restricted chunk counts once; a network without chunks makes no generations; workers have
   * uptimes and marks.
   */
  THREE(3, RestrictionCheck.Counting.CHUNKS);

  private final int rules;
  private final RestrictionCheck.Counting counting;

  RulesEdition(int rules, RestrictionCheck.Counting counting) {
    this.rules = rules;
    this.counting = counting;
  }

  /** Returns the number of the version. */
  public int rules() {
    return rules;
  }

  public RestrictionCheck.Counting counting() {
    return counting;
  }

  /** Returns a version that a record says, or null if the text is null or no version. */
  public SoftwareVersion version(String text) {
    return this == TWO ? SoftwareVersion.formerly(text) : SoftwareVersion.ofText(text);
  }

  /** True if numbers and times beyond {@link InputMaxima} are refused. */
  public boolean isBounded() {
    return this != TWO;
  }

  /** Returns what is wrong with a number of an input that is at least this, or null. */
  public String outside(String field, long value, long least) {
    if (value >= least && (value <= InputMaxima.NUMBER || !isBounded())) {
      return null;
    }
    String range =
        isBounded() ? "from " + least + " to " + InputMaxima.NUMBER : "at least " + least;
    return field + " is " + value + ": " + range;
  }

  /** True if workers may be marked, and their uptime be looked at. */
  public boolean knowsUptimeAndMarks() {
    return this != TWO;
  }

  /** True if a network that neither has nor holds chunks makes generations of workers alone. */
  public boolean placesNothing() {
    return this == TWO;
  }
}
