package dev.rota.app.builds;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.trust.PortFlags;
import dev.rota.app.trust.TokenFile;
import dev.rota.base.http.PortTls;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.DoorRole;
import dev.rota.serving.builds.RoleGrants;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Option;

/** The flags that say who may do what at a front door, beside those of its port. */
public final class DoorFlags {
  static final String SERVED = "builds";

  private static final String ADVICE =
      "give each role its own: --client-token-file and --worker-token-file, or --client-names and"
          + " --worker-names with --tls-client-ca";

  @Option(
      names = "--client-token-file",
      paramLabel = "FILE",
      description = "the token of clients: they execute actions, and read and write blobs")
  private Path clientToken;

  @Option(
      names = "--worker-token-file",
      paramLabel = "FILE",
      description = "the token of workers: they run actions, and report what came of them")
  private Path workerToken;

  @Option(
      names = "--writer-token-file",
      paramLabel = "FILE",
      description = "the token of clients that may also write the action cache")
  private Path writerToken;

  @Option(
      names = "--client-names",
      paramLabel = "NAMES",
      description = "names in the certificates of clients, with commas")
  private String clientNames;

  @Option(
      names = "--worker-names",
      paramLabel = "NAMES",
      description = "names in the certificates of workers, with commas")
  private String workerNames;

  @Option(
      names = "--writer-names",
      paramLabel = "NAMES",
      description = "names in the certificates of clients that may also write the action cache")
  private String writerNames;

  @Option(
      names = "--session-key-file",
      paramLabel = "FILE",
      description =
          "the secret of session names, the same at all front doors of a grid; default: the key"
              + " of TLS")
  private Path sessionKey;

  /** Adds what was given. */
  SettingsSources to(SettingsSources sources) {
    return sources
        .flag("--client-token-file", KnownSettings.BUILDS_CLIENT_TOKEN, clientToken)
        .flag("--worker-token-file", KnownSettings.BUILDS_WORKER_TOKEN, workerToken)
        .flag("--writer-token-file", KnownSettings.BUILDS_WRITER_TOKEN, writerToken)
        .flag("--client-names", KnownSettings.BUILDS_CLIENT_NAMES, clientNames)
        .flag("--worker-names", KnownSettings.BUILDS_WORKER_NAMES, workerNames)
        .flag("--writer-names", KnownSettings.BUILDS_WRITER_NAMES, writerNames)
        .flag("--session-key-file", KnownSettings.BUILDS_SESSION_KEY, sessionKey);
  }

  /**
   * Reads the files, and refuses to give all roles to whoever comes from another machine.
   *
   * @param home for the secret of session names, if nothing else makes one
   */
  public static DoorAccess access(Settings settings, Path home) throws IOException {
    InetSocketAddress at = PortFlags.at(settings, SERVED);
    PortTls tls = PortFlags.tls(settings, SERVED);
    String one = token(settings, KnownSettings.BUILDS_TOKEN);
    Map<DoorRole, String> tokens = tokens(settings);
    Map<DoorRole, Set<String>> names = names(settings);
    boolean own = !tokens.isEmpty() || !names.isEmpty();
    if (one != null && own) {
      throw bad("the token of all roles", "a role has its own", "leave out --token-file");
    }
    if (!names.isEmpty() && (tls == null || !tls.asksClients())) {
      throw bad("the names of certificates", "no client shows one", "pass --tls-client-ca");
    }
    if (!at.getAddress().isLoopbackAddress() && (tls == null || !own)) {
      String why =
          tls == null
              ? "there is no TLS"
              : one != null ? "one token has all roles" : "whoever comes has all roles";
      throw bad(
          "whoever reaches " + at.getHostString() + " could report results that are none",
          why,
          tls == null ? "pass --tls-cert and --tls-key; " + ADVICE : ADVICE);
    }
    RoleGrants roles =
        own
            ? RoleGrants.of(tokens, names)
            : one == null ? RoleGrants.open() : RoleGrants.oneToken(one);
    return new DoorAccess(at, tls, roles, SessionKeyChoice.of(settings, home));
  }

  private static Map<DoorRole, String> tokens(Settings settings) throws IOException {
    Map<DoorRole, String> tokens = new EnumMap<>(DoorRole.class);
    Map<String, DoorRole> roles = new HashMap<>();
    for (DoorRole role : DoorRole.values()) {
      String token = token(settings, SERVED + "." + role + ".token.file");
      if (token != null) {
        tokens.put(role, token);
        checkOther("the token", role, roles.put(token, role), "make one: openssl rand -hex 32");
      }
    }
    return tokens;
  }

  private static Map<DoorRole, Set<String>> names(Settings settings) {
    Map<DoorRole, Set<String>> names = new EnumMap<>(DoorRole.class);
    Map<String, DoorRole> roles = new HashMap<>();
    for (DoorRole role : DoorRole.values()) {
      List<String> all = settings.list(SERVED + "." + role + ".names");
      if (!all.isEmpty()) {
        names.put(role, new LinkedHashSet<>(all));
        for (String name : names.get(role)) {
          checkOther("the name " + name, role, roles.put(name, role), "use another certificate");
        }
      }
    }
    return names;
  }

  /** What two roles had in common would make one of them. */
  private static void checkOther(String what, DoorRole role, DoorRole other, String fix) {
    if (other != null) {
      throw bad(what + " of the role " + role, "it is that of the role " + other, fix);
    }
  }

  private static String token(Settings settings, String name) throws IOException {
    String file = settings.text(name);
    return file.isEmpty() ? null : TokenFile.read(Path.of(file));
  }

  /** What it means that roles are not told apart; null: they are. */
  static String notice(RoleGrants roles) {
    boolean one = roles.tokens().values().stream().anyMatch(DoorFlags::isAll);
    if (!one && !isAll(roles.everybody())) {
      return null;
    }
    return (one ? "whoever has the token" : "whoever reaches the port")
        + " has all roles: client, worker, and writer of the action cache; to tell them apart, "
        + ADVICE;
  }

  private static boolean isAll(Set<DoorRole> roles) {
    return roles.size() == DoorRole.values().length;
  }

  private static CommandFailure bad(String what, String why, String fix) {
    return new CommandFailure(ExitCode.CONFIGURATION, what, why, fix);
  }
}
