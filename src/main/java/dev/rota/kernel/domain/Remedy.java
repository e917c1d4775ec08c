package dev.rota.kernel.domain;

import java.util.List;
import java.util.Map;

/**
 * A change that might place a thing that waits.
 *
 * @param what a sentence without its full stop
 * @param policy fields of the policy, as JSON: texts, numbers, lists, maps; empty: it stays
 * @param now false: it only helps if it is so from the first turn on
 */
public record Remedy(
    String what, Map<String, Object> policy, List<FleetChange> fleet, boolean now) {
  /** A change of the policy. */
  public static Remedy ofPolicy(String what, Map<String, Object> policy) {
    return new Remedy(what, policy, List.of(), true);
  }

  /** A change of the fleet. */
  public static Remedy ofFleet(String what, FleetChange change) {
    return new Remedy(what, Map.of(), List.of(change), true);
  }
}
