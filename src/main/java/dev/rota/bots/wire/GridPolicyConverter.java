package dev.rota.bots.wire;

import dev.rota.bots.BotPolicy;
import dev.rota.bots.InstancePropertySet;
import dev.rota.bots.PropertySetKind;
import dev.rota.bots.Reading;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.values.GridPolicy;
import dev.rota.kernel.domain.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Converts a policy record to a policy. Fields left to the reading are resolved here. */
final class GridPolicyConverter {
  private static final List<String> LEFT_TO_THE_READING =
      List.of(
          "preemptionDelayExclusive",
          "victimsOfLowerPriority",
          "priorityAgePreempts",
          "botsOfCohortOnly");

  private GridPolicyConverter() {}

  static Change change(BotPolicy p) {
    Map<String, Object> said = Wire.said(p);
    LEFT_TO_THE_READING.forEach(field -> said.putIfAbsent(field, p.getReading() == Reading.SEED));
    return new Change(GridPolicy.FIELDS.said(GridPolicy.DEFAULT, said), unsupported(p));
  }

  private static List<String> unsupported(BotPolicy p) {
    List<String> fields = new ArrayList<>(Wire.unsupported(p));
    if (p.getPropertySet().getKind() == PropertySetKind.UNKNOWN) {
      fields.add("propertySet.kind");
    }
    for (InstancePropertySet one : p.getInstancePropertySets()) {
      if (one.getPropertySet().getKind() == PropertySetKind.UNKNOWN) {
        fields.add("instancePropertySets." + one.getInstance() + ".kind");
      }
    }
    return fields;
  }
}
