package dev.rota.readers.follow;

import dev.rota.kernel.domain.measures.QueueVitals;

/**
 * A lane as monitoring sees it.
 *
 * @param vitals null: it is set aside
 */
public record LaneVitals(String lane, QueueVitals vitals) {}
