package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields.FieldVisitor;
import java.util.List;

/**
 * Cohorts, quotas and pools.
 *
 * @param cohorts in order
 * @param quotas at most one per cohort and instance
 * @param pools instances that share jobs and bots
 * @param served the only instances that the assigner serves, and their pool mates; null for all
 */
public record TenancySettings(
    List<CohortLabels> cohorts,
    List<QuotaBounds> quotas,
    List<List<String>> pools,
    List<String> served) {
  private static final FieldKind<List<CohortLabels>> COHORTS =
      FieldKind.list(CohortLabels.FIELDS.kind(new CohortLabels("", List.of())));
  private static final FieldKind<List<QuotaBounds>> QUOTAS =
      FieldKind.list(QuotaBounds.FIELDS.kind(new QuotaBounds("", "", 0, 0)));

  TenancySettings visit(FieldVisitor fields) {
    return new TenancySettings(
        fields.value("cohorts", cohorts, COHORTS),
        fields.value("quotas", quotas, QUOTAS),
        fields.value("instancePools", pools, FieldKind.list(FieldKind.TEXTS)),
        fields.value("assignerInstances", served, FieldKind.TEXTS.optional()));
  }
}
