package dev.rota.bots.rules;

import dev.rota.bots.values.Policy;
import dev.rota.bots.values.Tenancy;

/** A policy with other tenants. */
public final class Tenants {
  private Tenants() {}

  public static Policy of(Policy p, Tenancy tenancy) {
    return of(p, p.byCohort(), tenancy);
  }

  public static Policy of(Policy p, boolean byCohort, Tenancy tenancy) {
    return new Policy(
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
