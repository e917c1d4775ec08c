package dev.rota.client;

import java.util.List;
import java.util.Map;

/**
 * What a bot offers to a grid.
 *
 * @param grid its lane
 * @param name unique among the bots of the grid that live
 * @param instance whose jobs it runs; {@code *}: everybody's
 * @param capacity jobs at a time, 1 to 100 000
 * @param priority lower is better
 * @param properties what it has, by key, such as {@code OSFamily}
 */
public record BotOffer(
    String grid,
    String name,
    String instance,
    int capacity,
    int priority,
    Map<String, List<String>> properties) {
  /** Keeps a copy of the properties. */
  public BotOffer {
    properties = Map.copyOf(properties);
  }

  /** A bot for everybody's jobs, with priority 0. */
  public static BotOffer of(
      String grid, String name, int capacity, Map<String, List<String>> properties) {
    return new BotOffer(grid, name, "*", capacity, 0, properties);
  }
}
