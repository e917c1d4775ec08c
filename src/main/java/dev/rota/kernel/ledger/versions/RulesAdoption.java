package dev.rota.kernel.ledger.versions;

/**
 * Which version of the rules a lane adopts before it takes its next turn. What a version decides
 * does not depend on it.
 *
 * @param most the newest version that is adopted; 0: none, unless the lane's own cannot run here
 */
public record RulesAdoption(int most) {
  /** The newest version that can run. */
  public static final RulesAdoption NEWEST = new RulesAdoption(Integer.MAX_VALUE);

  /** Each lane keeps its version, and a new one begins with the newest of its partition. */
  public static final RulesAdoption HOLD = new RulesAdoption(0);

  /** {@code newest}, {@code hold}, or the newest version that is adopted. */
  public static RulesAdoption of(String setting) {
    return switch (setting) {
      case "newest" -> NEWEST;
      case "hold" -> HOLD;
      default -> new RulesAdoption(Integer.parseInt(setting));
    };
  }

  boolean isHeld() {
    return most == 0;
  }
}
