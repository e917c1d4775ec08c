package dev.rota.road.topics.rights;

import dev.rota.road.topics.UnfitCluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A client lacks rights on its cluster. */
public final class UngrantedRights extends UnfitCluster {
  private static final long serialVersionUID = 1L;
  private static final int GRANTS_MAX = 8;
  private static final String BY_ANOTHER_NAME =
      "if the broker knows this user by another name (its authorizer's log has it; see"
          + " ssl.principal.mapping.rules, sasl.kerberos.principal.to.local.rules, the token's claim"
          + " sub), grant it to that one";

  private final String what;
  private final String fix;
  private final String line;

  /**
   * Names them.
   *
   * @param kafka the client's settings
   * @param role whose rights these are
   */
  public UngrantedRights(
      TopicRole role, List<AccessRight> rights, Map<String, Object> kafka, Throwable cause) {
    this(ClientPrincipal.of(kafka), role, rights, kafka.get("bootstrap.servers"), cause);
  }

  private UngrantedRights(
      ClientPrincipal principal,
      TopicRole role,
      List<AccessRight> rights,
      Object bootstrap,
      Throwable cause) {
    this(
        told(rights, principal.name()),
        rights.stream()
            .limit(GRANTS_MAX)
            .map(right -> right.grant(String.valueOf(bootstrap), principal.name()))
            .distinct()
            .toList(),
        (rights.size() > GRANTS_MAX ? "\n  …" : "")
            + (principal.isSurmised() ? "\n" + BY_ANOTHER_NAME : "")
            + "\nall that are needed: rota topics acls --role %s --principal %s"
                .formatted(
                    role.name().toLowerCase(Locale.ROOT), AccessRight.quoted(principal.name())),
        cause);
  }

  private UngrantedRights(String what, List<String> grants, String rest, Throwable cause) {
    super(what + "; " + fix(grants, rest), cause);
    this.what = what;
    this.fix = fix(grants, rest);
    this.line = what + "; an administrator grants it: " + String.join(" && ", grants);
  }

  private static String fix(List<String> grants, String rest) {
    return "let an administrator grant it:\n  " + String.join("\n  ", grants) + rest;
  }

  /** Who lacks what. */
  public String what() {
    return what;
  }

  /** The commands that grant it. */
  public String fix() {
    return fix;
  }

  /** Who lacks what, and the commands, in one line. */
  public String line() {
    return line;
  }

  /** Operations of one resource are reported together. */
  private static String told(List<AccessRight> rights, String principal) {
    Map<String, List<String>> operations = new LinkedHashMap<>();
    rights.forEach(
        right ->
            operations
                .computeIfAbsent(
                    right.toString().replaceFirst("^\\w+ ", ""), _ -> new ArrayList<>())
                .add(right.operationName()));
    return principal
        + " lacks "
        + operations.entrySet().stream()
            .map(one -> String.join(" and ", one.getValue()) + " " + one.getKey())
            .collect(Collectors.joining("; "));
  }
}
