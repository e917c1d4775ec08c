package dev.rota.follow;

import dev.rota.domain.measures.Vitals;

/**
 * A lane as monitoring sees it.
 *
 * @param vitals null: it is set aside
 */
public record LaneVitals(String lane, Vitals vitals) {}
