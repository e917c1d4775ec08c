package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields.FieldVisitor;

/**
 * Fetching (section 9).
 *
 * @param descriptive true to fetch jobs that never failed too
 * @param emptyMeansAll the original's quirk: no maximum without an instance below its maximum
 */
public record FetchSettings(boolean toCapacity, boolean descriptive, boolean emptyMeansAll) {
  FetchSettings visit(FieldVisitor fields) {
    return new FetchSettings(
        fields.value("proactiveFetchToCapacity", toCapacity, FieldKind.FLAG),
        fields.value("fetchFilter", descriptive, FieldKind.symbols("DESCRIPTIVE", "LITERAL")),
        fields.value("emptyQuotaSetMeansUnrestricted", emptyMeansAll, FieldKind.FLAG));
  }
}
