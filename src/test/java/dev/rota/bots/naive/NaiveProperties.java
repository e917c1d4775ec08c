package dev.rota.bots.naive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.bots.InstancePropertySet;
import dev.rota.bots.LabelledProperties;
import dev.rota.bots.PropertySet;
import dev.rota.bots.PropertySetKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Section 2: what a job needs, what a bot can run, and their labels. */
final class NaiveProperties {
  private static final String UNKNOWN = "unknown";

  private NaiveProperties() {}

  /** What a property set makes of a job. */
  record Resolved(String label, Set<String> needs) {}

  /** What is kept of a bot. */
  record Able(List<String> labels, Set<String> has) {
    boolean runs(Set<String> needs) {
      return has.containsAll(needs);
    }
  }

  /** Null: FAILED_PRECONDITION. */
  static Resolved job(PropertySet set, Map<String, List<String>> properties) {
    Set<String> needs = pairs(properties, set.getWildcardKeys());
    if (set.getKind() == PropertySetKind.STATIC) {
      for (LabelledProperties label : set.getLabels()) {
        Set<String> all = pairs(label.getProperties(), List.of());
        if (all.containsAll(needs)) {
          return new Resolved(label.getLabel(), all);
        }
      }
      return null;
    }
    for (Map.Entry<String, List<String>> one : properties.entrySet()) {
      boolean matched = set.getMatchKeys().contains(one.getKey());
      boolean known = matched || set.getWildcardKeys().contains(one.getKey());
      boolean doubled =
          set.getUniqueKeys().contains(one.getKey()) && new HashSet<>(one.getValue()).size() > 1;
      if (!known && !one.getValue().isEmpty() || doubled) {
        return null;
      }
    }
    return new Resolved(Collections.min(labels(set, properties), NaiveProperties::byBytes), needs);
  }

  /** Null: FAILED_PRECONDITION. */
  static Able bot(List<PropertySet> sets, Map<String, List<String>> properties) {
    TreeSet<String> labels = new TreeSet<>();
    Set<String> has = new TreeSet<>();
    Set<String> said = pairs(properties, List.of());
    for (PropertySet set : sets) {
      if (set.getKind() == PropertySetKind.STATIC) {
        for (LabelledProperties label : set.getLabels()) {
          if (said.containsAll(pairs(label.getProperties(), List.of()))) {
            labels.add(label.getLabel());
            has.addAll(said);
          }
        }
      } else {
        labels.addAll(labels(set, properties));
        Map<String, List<String>> matched = new TreeMap<>(properties);
        matched.keySet().retainAll(set.getMatchKeys());
        has.addAll(pairs(matched, List.of()));
      }
    }
    return labels.isEmpty() ? null : new Able(List.copyOf(labels), has);
  }

  /** Of an instance; null: no such instance. */
  static PropertySet of(PropertySet common, List<InstancePropertySet> instances, String instance) {
    if (instances.isEmpty()) {
      return common;
    }
    for (InstancePropertySet one : instances) {
      if (one.getInstance().equals(instance)) {
        return one.getPropertySet();
      }
    }
    return null;
  }

  /** The order of texts is that of their bytes. */
  static int byBytes(String one, String other) {
    return Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8));
  }

  private static List<String> labels(PropertySet set, Map<String, List<String>> properties) {
    List<String> values = properties.getOrDefault(set.getLabelKey(), List.of());
    return values.isEmpty() ? List.of(UNKNOWN) : List.copyOf(new TreeSet<>(values));
  }

  private static Set<String> pairs(Map<String, List<String>> properties, List<String> without) {
    Set<String> pairs = new TreeSet<>();
    properties.forEach(
        (key, values) -> {
          if (!without.contains(key)) {
            values.forEach(value -> pairs.add(key + "=" + value));
          }
        });
    return pairs;
  }
}
