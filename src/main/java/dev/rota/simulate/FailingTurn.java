package dev.rota.simulate;

import dev.rota.domain.Traffic;
import java.util.List;

/**
 * A turn after which something is not as it should be.
 *
 * @param turn its number
 * @param history the events of the lane up to that turn, or the fewest found that break the same
 */
public record FailingTurn(String lane, long turn, Broken broken, List<Traffic.Event> history) {}
