package dev.rota.lab.simulate;

import dev.rota.lab.traffic.Traffic;
import java.util.List;

/**
 * A turn after which a check failed.
 *
 * @param turn its number
 * @param history the lane's events up to that turn, or a shorter history that fails in the same way
 */
public record FailingTurn(
    String lane, long turn, FailedCheck broken, List<Traffic.Event> history) {}
