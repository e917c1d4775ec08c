package dev.rota.bots.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.FetchSettings;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.MatchingSettings;
import dev.rota.bots.values.PacingSettings;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.PropertyRules;
import dev.rota.bots.values.PropertyRules.LabelProperties;
import dev.rota.bots.values.ScoringSettings;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.values.TenancySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A scenario's configuration as a policy: what the original does, its quirks included. */
final class VectorPolicy {
  /** Opaque requirements and labels, where a scenario has no property set. */
  static final PropertyRules OPAQUE =
      new PropertyRules(true, List.of("platform"), List.of(), List.of(), "label", List.of());

  private static final Set<String> KNOWN =
      Set.of(
          "priority_percentage",
          "failure_backoff_ms",
          "preemption_delay_ms",
          "keepalive_ms",
          "max_attempts",
          "fetch_to_capacity",
          "fetch_filter",
          "hint_limit",
          "interval_ms",
          "jitter_ms",
          "busy_factor",
          "reap_batch",
          "max_execution_timeout_ms",
          "weights",
          "sampling",
          "strategy",
          "cohorts",
          "instance_pools",
          "property_set",
          "max_queue_size",
          "empty_quota_set_means_unrestricted",
          "priority_age_preempts",
          "cohort_bots_only",
          "restrict_bots_to_cohort");

  private final JsonNode config;
  private final JsonNode defaults;
  private final boolean seed;

  VectorPolicy(JsonNode config, JsonNode defaults, boolean seed) {
    this.config = config;
    this.defaults = defaults;
    this.seed = seed;
    config
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException("the vectors set the unknown " + name);
              }
            });
  }

  boolean hasPropertySet() {
    return config.hasNonNull("property_set");
  }

  int reapBatch() {
    return (int) number("reap_batch");
  }

  private JsonNode get(String name) {
    return config.hasNonNull(name) ? config.get(name) : defaults.path(name);
  }

  private long number(String name) {
    return get(name).asLong();
  }

  private boolean flag(String name, boolean otherwise) {
    return get(name).asBoolean(otherwise);
  }

  GridPolicy policy() {
    return new GridPolicy(
        false,
        false,
        new TenancySettings(cohorts(), List.of(), pools(), null),
        matching(),
        new PacingSettings(
            (int) number("priority_percentage"),
            17,
            number("failure_backoff_ms"),
            number("interval_ms"),
            number("jitter_ms"),
            get("busy_factor").asDouble(),
            1,
            true),
        new PreemptionSettings(
            number("preemption_delay_ms"),
            seed,
            seed,
            flag("priority_age_preempts", seed),
            Integer.MAX_VALUE,
            0),
        scoring(),
        new FetchSettings(
            flag("fetch_to_capacity", false),
            get("fetch_filter").asText().equals("descriptive"),
            flag("empty_quota_set_means_unrestricted", true)),
        new GridLimits(
            number("keepalive_ms"),
            (int) number("max_attempts"),
            number("max_execution_timeout_ms"),
            GridLimits.NONE,
            get("max_queue_size").asInt(GridLimits.NONE),
            300,
            Long.MAX_VALUE),
        GridPolicy.Beats.ANSWERED);
  }

  private ScoringSettings scoring() {
    JsonNode sampling = config.path("sampling");
    JsonNode weights = sampling.hasNonNull("weights") ? sampling.get("weights") : get("weights");
    return new ScoringSettings(
        seed,
        sampling.path("sample_size").asInt(0),
        sampling.path("max_attempts").asInt(1),
        weights.path("priority").asDouble(-10),
        weights.path("capacity").asDouble(1),
        weights.path("locality").asDouble(5),
        config.path("strategy").asText().equals("locality"),
        (int) number("hint_limit"),
        flag("cohort_bots_only", flag("restrict_bots_to_cohort", seed)));
  }

  private List<CohortLabels> cohorts() {
    List<CohortLabels> cohorts = new ArrayList<>();
    for (JsonNode cohort : config.path("cohorts")) {
      cohorts.add(new CohortLabels(cohort.get("name").asText(), texts(cohort.get("labels"))));
    }
    return cohorts;
  }

  private List<List<String>> pools() {
    List<List<String>> pools = new ArrayList<>();
    config.path("instance_pools").forEach(pool -> pools.add(texts(pool)));
    return pools;
  }

  private MatchingSettings matching() {
    JsonNode set = config.path("property_set");
    if (!set.isObject()) {
      return new MatchingSettings(OPAQUE, List.of());
    }
    if (!set.path("kind").asText().equals("instanced")) {
      return new MatchingSettings(rules(set), List.of());
    }
    List<MatchingSettings.OfInstance> instances = new ArrayList<>();
    JsonNode sets = set.has("instances") ? set.get("instances") : set.path("sets");
    for (var one : sets.properties()) {
      instances.add(new MatchingSettings.OfInstance(one.getKey(), rules(one.getValue())));
    }
    return new MatchingSettings(PropertyRules.DEFAULT, instances);
  }

  private static PropertyRules rules(JsonNode set) {
    if (set.path("kind").asText().equals("static")) {
      List<LabelProperties> labels = new ArrayList<>();
      for (JsonNode label : set.path("labels")) {
        labels.add(
            new LabelProperties(label.get("label").asText(), properties(label.get("properties"))));
      }
      return new PropertyRules(
          false, List.of(), List.of(), texts(set.path("wildcard")), "", labels);
    }
    // Section 2: these are match and unique keys whatever the configuration says.
    Set<String> match = new TreeSet<>(texts(set.path("match")));
    match.addAll(PropertyRules.DEFAULT.matchKeys());
    Set<String> unique = new TreeSet<>(texts(set.path("unique")));
    unique.addAll(PropertyRules.DEFAULT.uniqueKeys());
    return new PropertyRules(
        true,
        List.copyOf(match),
        List.copyOf(unique),
        texts(set.path("wildcard")),
        set.path("label_key").asText("OSFamily"),
        List.of());
  }

  static SortedProperties properties(JsonNode pairs) {
    List<PropertyPair> all = new ArrayList<>();
    pairs.forEach(pair -> all.add(new PropertyPair(pair.get(0).asText(), pair.get(1).asText())));
    return SortedProperties.of(all);
  }

  static List<String> texts(JsonNode texts) {
    List<String> all = new ArrayList<>();
    texts.forEach(text -> all.add(text.asText()));
    return all;
  }
}
