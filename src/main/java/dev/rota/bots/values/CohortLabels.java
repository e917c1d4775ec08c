package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;
import java.util.List;

/** A cohort. A bot belongs to the first one that has all of the bot's labels. */
public record CohortLabels(String name, List<String> labels) {
  static final RecordFields<CohortLabels> FIELDS =
      (one, fields) ->
          new CohortLabels(
              fields.value("cohort", one.name, FieldKind.TEXT),
              fields.value("labels", one.labels, FieldKind.TEXTS));
}
