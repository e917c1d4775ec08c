package dev.rota.bots.values;

import java.util.List;

/**
 * Property sets.
 *
 * @param common of every instance, if {@code instances} is empty
 * @param instances by instance; other instances are unknown
 */
public record MatchingSettings(PropertyRules common, List<OfInstance> instances) {
  public record OfInstance(String instance, PropertyRules rules) {}
}
