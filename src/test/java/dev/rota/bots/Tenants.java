package dev.rota.bots;

import dev.rota.bots.Policy.Tenancy;

/** A policy with other tenants. */
final class Tenants {
  private Tenants() {}

  static Policy of(Policy p, Tenancy tenancy) {
    return of(p, p.byCohort(), tenancy);
  }

  static Policy of(Policy p, boolean byCohort, Tenancy tenancy) {
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
        p.beatsAnswered());
  }
}
