package dev.rota.bots.rules;

import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.TenancySettings;

/** A policy with other tenants. */
public final class Tenants {
  private Tenants() {}

  public static GridPolicy of(GridPolicy p, TenancySettings tenancy) {
    return of(p, p.byCohort(), tenancy);
  }

  public static GridPolicy of(GridPolicy p, boolean byCohort, TenancySettings tenancy) {
    return new GridPolicy(
        byCohort,
        p.onEvent(),
        tenancy,
        p.matching(),
        p.pacing(),
        p.preempting(),
        p.scoring(),
        p.fetching(),
        p.limits(),
        p.beats());
  }
}
