package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;
import dev.rota.kernel.domain.RecordFields.FieldVisitor;
import java.util.List;

/**
 * Property sets.
 *
 * @param common of every instance, if {@code instances} is empty
 * @param instances by instance; other instances are unknown
 */
public record MatchingSettings(PropertyRules common, List<OfInstance> instances) {
  private static final FieldKind<PropertyRules> RULES =
      PropertyRules.FIELDS.kind(PropertyRules.DEFAULT);
  private static final FieldKind<List<OfInstance>> OF_INSTANCES =
      FieldKind.list(OfInstance.FIELDS.kind(new OfInstance("", PropertyRules.DEFAULT)));

  public record OfInstance(String instance, PropertyRules rules) {
    private static final RecordFields<OfInstance> FIELDS =
        (one, fields) ->
            new OfInstance(
                fields.value("instance", one.instance, FieldKind.TEXT),
                fields.value("propertySet", one.rules, RULES));
  }

  MatchingSettings visit(FieldVisitor fields) {
    return new MatchingSettings(
        fields.value("propertySet", common, RULES),
        fields.value("instancePropertySets", instances, OF_INSTANCES));
  }
}
