package dev.rota.readers.whatif;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.measures.Distribution;
import dev.rota.kernel.domain.measures.FigureGoal;
import dev.rota.kernel.domain.measures.LaneMeasures.Samples;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A comparison in JSON. */
public final class ComparisonJson {
  private ComparisonJson() {}

  /**
   * Adds the fields of a comparison.
   *
   * @param model sentences that say what is as recorded, and what is a model
   */
  public static ObjectNode fill(
      ObjectNode fields, HistoryChange change, HistoryComparison both, List<String> model) {
    fields
        .put("changed", change.told())
        .put("since", Instant.ofEpochMilli(both.sinceMillis()).toString())
        .put("until", Instant.ofEpochMilli(both.endMillis()).toString())
        .put("differs", both.difference() != null)
        .put("firstDifference", both.difference());
    ArrayNode figures = fields.putArray("figures");
    ComparisonTable.of(both).forEach(figure -> fill(figures.addObject(), figure));
    both.happened()
        .samples()
        .forEach(
            (name, happened) ->
                tenants(
                    fields,
                    name,
                    both.happened().goal(name),
                    happened,
                    both.would().samples().get(name)));
    ArrayNode told = fields.putArray("model");
    model.forEach(told::add);
    both.assumed().forEach(told::add);
    return fields;
  }

  private static void fill(ObjectNode fields, ComparedFigure figure) {
    fields
        .put("name", figure.name())
        .put("unit", figure.unit())
        .put("happened", figure.happened())
        .put("whatIf", figure.would())
        .put("difference", figure.difference())
        .put("better", figure.goal() == null ? null : figure.goal().name().toLowerCase(Locale.ROOT))
        .put("verdict", figure.verdict());
  }

  private static void tenants(
      ObjectNode fields, String name, FigureGoal goal, Samples happened, Samples would) {
    Map<String, Distribution> all = new TreeMap<>(happened.tenants());
    would.tenants().forEach(all::putIfAbsent);
    for (String tenant : all.keySet()) {
      Distribution one = happened.tenants().getOrDefault(tenant, new Distribution());
      Distribution other = would.tenants().getOrDefault(tenant, new Distribution());
      fields
          .withArray("tenants")
          .addObject()
          .put("of", name)
          .put("unit", happened.unit())
          .put("tenant", tenant)
          .put("happened", one.mean())
          .put("whatIf", other.mean())
          .put("happenedSamples", one.samples())
          .put("whatIfSamples", other.samples())
          .put(
              "verdict",
              one.samples() == 0 || other.samples() == 0
                  ? null
                  : new ComparedFigure(name, happened.unit(), one.mean(), other.mean(), goal)
                      .verdict());
    }
  }
}
