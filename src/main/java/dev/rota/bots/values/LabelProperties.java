package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;

/** A label and the properties of its bots. */
public record LabelProperties(String label, SortedProperties properties) {
  static final RecordFields<LabelProperties> FIELDS =
      (one, fields) ->
          new LabelProperties(
              fields.value("label", one.label, FieldKind.TEXT),
              fields.value("properties", one.properties, SortedProperties.KIND));
}
