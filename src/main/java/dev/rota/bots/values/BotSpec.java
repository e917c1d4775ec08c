package dev.rota.bots.values;

import java.util.List;

/**
 * What a session fixes of a bot.
 *
 * @param session unique per registration
 * @param instance {@code *}: everybody's
 * @param said all its properties
 * @param has the properties that are matched on
 * @param labels ascending
 * @param cohort null: none
 */
public record BotSpec(
    String name,
    String session,
    String instance,
    Properties said,
    Properties has,
    List<String> labels,
    String cohort) {
  /** The instance of a bot that serves all of them. */
  public static final String EVERYBODY = "*";
}
