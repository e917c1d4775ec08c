package dev.rota.bots.values;

/**
 * The choice of a bot (section 5).
 *
 * @param weighted true for the weighted score and its fallback, false for spare capacity only
 * @param sampleSize the number of bots per sample; 0 for all
 * @param localityStrategy true to try bots with the job's hint first, if not weighted
 * @param cohortOnly true if the COHORT assigner uses only bots of its cohort
 */
public record ScoringSettings(
    boolean weighted,
    int sampleSize,
    int sampleAttempts,
    double priorityWeight,
    double capacityWeight,
    double localityWeight,
    boolean localityStrategy,
    int hintLimit,
    boolean cohortOnly) {
  /** True if samples are drawn from all fitting bots, free or not, as the original does. */
  public boolean samplesAll() {
    return !weighted && sampleSize > 0;
  }
}
