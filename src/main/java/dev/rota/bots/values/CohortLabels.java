package dev.rota.bots.values;

import java.util.List;

/** A cohort: a bot is in the first that has all of its labels. */
public record CohortLabels(String name, List<String> labels) {}
