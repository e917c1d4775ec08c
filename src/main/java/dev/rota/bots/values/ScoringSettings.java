package dev.rota.bots.values;

import static dev.rota.kernel.domain.FieldKind.FLAG;
import static dev.rota.kernel.domain.FieldKind.INTEGER;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields.FieldVisitor;

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
  private static final long WEIGHT_MAX = 1_000_000_000;

  ScoringSettings visit(FieldVisitor fields) {
    return new ScoringSettings(
        fields.value("reading", weighted, FieldKind.symbols("SEED", "CODE")),
        fields.value("sampleSize", sampleSize, INTEGER.from(0, Integer.MAX_VALUE)),
        fields.value("sampleAttempts", sampleAttempts, INTEGER.from(1, 1000)),
        fields.decimal("weightPriority", priorityWeight, -WEIGHT_MAX, WEIGHT_MAX),
        fields.decimal("weightCapacity", capacityWeight, -WEIGHT_MAX, WEIGHT_MAX),
        fields.decimal("weightLocality", localityWeight, -WEIGHT_MAX, WEIGHT_MAX),
        fields.value("localityStrategy", localityStrategy, FLAG),
        fields.value("localityHintLimit", hintLimit, INTEGER.from(0, 1000)),
        fields.value("botsOfCohortOnly", cohortOnly, FLAG));
  }

  /** True if samples are drawn from all fitting bots, free or not, as the original does. */
  public boolean samplesAll() {
    return !weighted && sampleSize > 0;
  }
}
