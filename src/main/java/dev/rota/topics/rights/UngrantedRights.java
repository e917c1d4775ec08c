package dev.rota.topics.rights;

import dev.rota.topics.UnfitCluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A client lacks rights on its cluster. */
public final class UngrantedRights extends UnfitCluster {
  private static final long serialVersionUID = 1L;
  private static final int GRANTS_MAX = 8;

  private final String what;
  private final String fix;

  /**
   * Names them.
   *
   * @param kafka the client's settings
   * @param role whose rights these are
   */
  public UngrantedRights(
      Role role, List<Right> rights, Map<String, Object> kafka, Throwable cause) {
    this(told(rights, ClientPrincipal.of(kafka)), grants(role, rights, kafka), cause);
  }

  private UngrantedRights(String what, String fix, Throwable cause) {
    super(what + "; " + fix, cause);
    this.what = what;
    this.fix = fix;
  }

  /** Who lacks what. */
  public String what() {
    return what;
  }

  /** The commands that grant it. */
  public String fix() {
    return fix;
  }

  /** Operations of one resource are told together. */
  private static String told(List<Right> rights, String principal) {
    Map<String, List<String>> operations = new LinkedHashMap<>();
    rights.forEach(
        right ->
            operations
                .computeIfAbsent(
                    right.toString().replaceFirst("^\\w+ ", ""), on -> new ArrayList<>())
                .add(right.operationName()));
    return principal
        + " lacks "
        + operations.entrySet().stream()
            .map(one -> String.join(" and ", one.getValue()) + " " + one.getKey())
            .collect(Collectors.joining("; "));
  }

  private static String grants(Role role, List<Right> rights, Map<String, Object> kafka) {
    String principal = ClientPrincipal.of(kafka);
    String bootstrap = String.valueOf(kafka.get("bootstrap.servers"));
    String all =
        "'rota topics acls --role %s --principal %s' prints all that are needed"
            .formatted(
                role.name().toLowerCase(java.util.Locale.ROOT), principal.replace("'", "'\\''"));
    String some =
        rights.stream()
            .limit(GRANTS_MAX)
            .map(right -> "\n  " + right.grant(bootstrap, principal))
            .distinct()
            .collect(Collectors.joining());
    return "let an administrator grant it:"
        + some
        + (rights.size() > GRANTS_MAX ? "\n  …" : "")
        + "\n"
        + all;
  }
}
