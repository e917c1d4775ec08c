package dev.rota.bots.values;

import java.util.List;

/**
 * The fixed properties of a bot's session.
 *
 * @param session unique per registration
 * @param instance {@link #EVERYBODY} for all instances
 * @param said all its properties
 * @param has the properties that requirements are matched with
 * @param labels ascending
 * @param cohort null for none
 */
public record BotSpec(
    String name,
    String session,
    String instance,
    SortedProperties said,
    SortedProperties has,
    List<String> labels,
    String cohort) {
  /** The instance of a bot that serves all instances. */
  public static final String EVERYBODY = "*";
}
