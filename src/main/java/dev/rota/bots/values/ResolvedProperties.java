package dev.rota.bots.values;

import java.util.List;

/**
 * The requirement of a job, or the properties of a bot.
 *
 * @param properties needed by a job, or kept of a bot
 * @param labels one of a job, or all of a bot, ascending
 */
public record ResolvedProperties(SortedProperties properties, List<String> labels) {}
