package dev.rota.kernel.domain;

/**
 * Two figures that sum up a lane.
 *
 * @param waiting number of items that wait
 * @param waits what they are, such as {@code jobs}
 * @param busy number of current assignments
 * @param assigned what they are, such as {@code leases}
 */
public record LaneFigures(long waiting, String waits, long busy, String assigned) {}
