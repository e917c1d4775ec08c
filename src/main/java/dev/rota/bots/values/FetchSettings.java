package dev.rota.bots.values;

/**
 * Fetching (section 9).
 *
 * @param descriptive true to fetch jobs that never failed too
 * @param emptyMeansAll the original's quirk: no maximum without an instance below its maximum
 */
public record FetchSettings(boolean toCapacity, boolean descriptive, boolean emptyMeansAll) {}
