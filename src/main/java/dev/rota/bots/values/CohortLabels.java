package dev.rota.bots.values;

import java.util.List;

/** A cohort. A bot belongs to the first one that has all of the bot's labels. */
public record CohortLabels(String name, List<String> labels) {}
