package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;

/**
 * The number of leases that an instance may hold on a cohort's bots.
 *
 * @param min an instance below it goes first and may preempt
 * @param max the maximum of leases
 */
public record QuotaBounds(String cohort, String instance, int min, int max) {
  static final RecordFields<QuotaBounds> FIELDS =
      (one, fields) ->
          new QuotaBounds(
              fields.value("cohort", one.cohort, FieldKind.TEXT),
              fields.value("instance", one.instance, FieldKind.TEXT),
              fields.value("min", one.min, FieldKind.INTEGER),
              fields.value("max", one.max, FieldKind.INTEGER));
}
