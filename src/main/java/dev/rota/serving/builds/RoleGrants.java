package dev.rota.serving.builds;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which roles the callers of a front door have.
 *
 * @param tokens by the token that a call sends
 * @param names by a name in the client's certificate
 * @param everybody whoever calls
 */
public record RoleGrants(
    Map<String, Set<DoorRole>> tokens, Map<String, Set<DoorRole>> names, Set<DoorRole> everybody) {
  private static final Set<DoorRole> ALL = Set.copyOf(EnumSet.allOf(DoorRole.class));

  /** Whoever reaches the port may do everything. */
  public static RoleGrants open() {
    return new RoleGrants(Map.of(), Map.of(), ALL);
  }

  /** Whoever has the token may do everything, and nobody else anything. */
  public static RoleGrants oneToken(String token) {
    return new RoleGrants(Map.of(token, ALL), Map.of(), Set.of());
  }

  /**
   * Each role has its own. A writer is a client, too.
   *
   * @param tokens one of each role at most, and none of two
   * @param names in certificates, and none of two roles
   */
  public static RoleGrants of(Map<DoorRole, String> tokens, Map<DoorRole, Set<String>> names) {
    Map<String, Set<DoorRole>> byToken = new HashMap<>();
    tokens.forEach((role, token) -> byToken.put(token, granted(role)));
    Map<String, Set<DoorRole>> byName = new HashMap<>();
    names.forEach((role, all) -> all.forEach(name -> byName.put(name, granted(role))));
    return new RoleGrants(byToken, byName, Set.of());
  }

  private static Set<DoorRole> granted(DoorRole role) {
    return role == DoorRole.WRITER ? Set.of(role, DoorRole.CLIENT) : Set.of(role);
  }
}
