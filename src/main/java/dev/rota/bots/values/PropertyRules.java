package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * A property set (section 2): it derives the requirements of jobs and the properties of bots.
 *
 * @param dynamic true to compare pairs of the match keys, false to compare pairs of labels
 * @param matchKeys dynamic: a job's pairs with these keys must be among the bot's
 * @param uniqueKeys dynamic: a job has at most one value of each
 * @param wildcardKeys accepted on a job and never matched
 * @param labelKey dynamic: its values are the labels
 * @param labels static: in order; a job gets the first label that covers it
 */
public record PropertyRules(
    boolean dynamic,
    List<String> matchKeys,
    List<String> uniqueKeys,
    List<String> wildcardKeys,
    String labelKey,
    List<LabelProperties> labels) {
  /** The label of a job or bot without one. */
  static final String UNKNOWN_LABEL = "unknown";

  private static final FieldKind<List<LabelProperties>> LABELS =
      FieldKind.list(LabelProperties.FIELDS.kind(new LabelProperties("", SortedProperties.NONE)));

  /** The original's defaults: OSFamily and ISA are matched. OSFamily is unique and the label. */
  public static final PropertyRules DEFAULT =
      new PropertyRules(
          true, List.of("OSFamily", "ISA"), List.of("OSFamily"), List.of(), "OSFamily", List.of());

  static final RecordFields<PropertyRules> FIELDS =
      (rules, fields) ->
          new PropertyRules(
              fields.value("kind", rules.dynamic, FieldKind.symbols("DYNAMIC", "STATIC")),
              fields.value("matchKeys", rules.matchKeys, FieldKind.TEXTS),
              fields.value("uniqueKeys", rules.uniqueKeys, FieldKind.TEXTS),
              fields.value("wildcardKeys", rules.wildcardKeys, FieldKind.TEXTS),
              fields.value("labelKey", rules.labelKey, FieldKind.TEXT),
              fields.value("labels", rules.labels, LABELS));

  /** A label and the properties of its bots. */
  public record LabelProperties(String label, SortedProperties properties) {
    static final RecordFields<LabelProperties> FIELDS =
        (one, fields) ->
            new LabelProperties(
                fields.value("label", one.label, FieldKind.TEXT),
                fields.value("properties", one.properties, SortedProperties.KIND));
  }

  /** Returns a job's requirement, or why there is none. Its label is the first in that order. */
  public RequestResult<ResolvedProperties> ofJob(SortedProperties said, Comparator<String> order) {
    return dynamic ? dynamicJob(said, order) : staticJob(said);
  }

  private RequestResult<ResolvedProperties> dynamicJob(
      SortedProperties said, Comparator<String> order) {
    for (PropertyPair pair : said.pairs()) {
      if (!matchKeys.contains(pair.key()) && !wildcardKeys.contains(pair.key())) {
        return RequestResult.no(
            RefusalReason.FAILED_PRECONDITION,
            "properties." + pair.key() + " is no key of this grid: use one of " + allKeys());
      }
    }
    for (String key : uniqueKeys) {
      if (said.count(key) > 1) {
        return RequestResult.no(
            RefusalReason.FAILED_PRECONDITION,
            "properties." + key + " may have one value, and has " + said.values(key));
      }
    }
    List<String> labels = said.values(labelKey);
    return RequestResult.yes(
        new ResolvedProperties(
            said.without(wildcardKeys),
            List.of(labels.isEmpty() ? UNKNOWN_LABEL : Collections.min(labels, order))));
  }

  private TreeSet<String> allKeys() {
    TreeSet<String> keys = new TreeSet<>(matchKeys);
    keys.addAll(wildcardKeys);
    return keys;
  }

  private RequestResult<ResolvedProperties> staticJob(SortedProperties said) {
    SortedProperties needed = said.without(wildcardKeys);
    for (LabelProperties one : labels) {
      if (one.properties().containsAll(needed)) {
        return RequestResult.yes(new ResolvedProperties(one.properties(), List.of(one.label())));
      }
    }
    return RequestResult.no(
        RefusalReason.FAILED_PRECONDITION,
        "properties " + needed.pairs() + " are covered by no label of the property set");
  }

  /** Returns a bot's properties and labels, or why no job matches it. */
  public RequestResult<ResolvedProperties> ofBot(SortedProperties said) {
    if (dynamic) {
      List<String> values = said.values(labelKey);
      return RequestResult.yes(
          new ResolvedProperties(
              said.only(matchKeys), values.isEmpty() ? List.of(UNKNOWN_LABEL) : values));
    }
    TreeSet<String> has = new TreeSet<>();
    for (LabelProperties one : labels) {
      if (said.containsAll(one.properties())) {
        has.add(one.label());
      }
    }
    return has.isEmpty()
        ? RequestResult.no(
            RefusalReason.FAILED_PRECONDITION,
            "properties " + said.pairs() + " lack some of every label of the property set")
        : RequestResult.yes(new ResolvedProperties(said, new ArrayList<>(has)));
  }

  /** Returns the number of different requirements that the bot meets (section 2). */
  public long requirementsMet(SortedProperties kept) {
    return dynamic
        ? 1L << Math.min(62, kept.only(matchKeys).pairs().size())
        : labels.stream()
            .map(LabelProperties::properties)
            .filter(kept::containsAll)
            .distinct()
            .count();
  }
}
