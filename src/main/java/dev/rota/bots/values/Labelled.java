package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;

/** A label and the properties of its bots. */
public record Labelled(String label, Properties properties) {
  static final RecordFields<Labelled> FIELDS =
      (one, fields) ->
          new Labelled(
              fields.value("label", one.label, FieldKind.TEXT),
              fields.value("properties", one.properties, Properties.KIND));
}
