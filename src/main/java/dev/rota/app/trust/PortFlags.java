package dev.rota.app.trust;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.http.PortTls;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.serving.serve.ServerAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * The flags that say where a port is, and to whom it answers. Each has a setting, whose name begins
 * with what is served there: {@code follow.host}.
 */
public final class PortFlags {
  private static final String ADVICE =
      "pass --tls-cert and --tls-key, and --token-file or --tls-client-ca";

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "address to listen on; beyond this machine only with TLS and a token or mTLS")
  private String host;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "certificate and chain in PEM; its names are those that clients ask for")
  private Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "its key in PEM, not encrypted")
  private Path key;

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description = "authorities in PEM; each client needs a certificate of one of them")
  private Path clients;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "a token that each client has to send")
  private Path token;

  /**
   * Adds what was given.
   *
   * @param what is served
   * @param port null: not given
   */
  public SettingsSources to(SettingsSources sources, String what, String port) {
    return sources
        .flag("--host", what + ".host", host)
        .flag("--port", what + ".port", port)
        .flag("--tls-cert", what + ".tls.cert", certificate)
        .flag("--tls-key", what + ".tls.key", key)
        .flag("--tls-client-ca", what + ".tls.client.ca", clients)
        .flag("--token-file", what + ".token.file", token);
  }

  /** Reads the files, and refuses to be open to everybody. */
  public static ServerAccess access(Settings settings, String what) throws IOException {
    Path token = path(settings, what + ".token.file");
    ServerAccess access =
        new ServerAccess(
            at(settings, what), tls(settings, what), token == null ? null : TokenFile.read(token));
    boolean asked = token != null || path(settings, what + ".tls.client.ca") != null;
    if (!access.at().getAddress().isLoopbackAddress() && (access.tls() == null || !asked)) {
      String lacks = access.tls() == null ? "no TLS" : "neither a token nor mTLS";
      String where = access.at().getHostString();
      throw bad("whoever reaches " + where + " could read all", "there is " + lacks, ADVICE, null);
    }
    return access;
  }

  /** Where it listens. */
  public static InetSocketAddress at(Settings settings, String what) {
    String host = settings.text(what + ".host");
    try {
      return new InetSocketAddress(InetAddress.getByName(host), settings.number(what + ".port"));
    } catch (UnknownHostException e) {
      throw bad("cannot listen on " + host, "no such host", "pass an address of this machine", e);
    }
  }

  /** Reads the files of its certificate. Returns null if it speaks plain text. */
  public static PortTls tls(Settings settings, String what) throws IOException {
    Path certificate = path(settings, what + ".tls.cert");
    Path key = path(settings, what + ".tls.key");
    Path clients = path(settings, what + ".tls.client.ca");
    if (certificate == null && key == null && clients == null) {
      return null;
    }
    if (certificate == null || key == null) {
      String missing = certificate == null ? "certificate" : "key";
      throw bad("TLS", "the " + missing + " is missing", "pass --tls-cert and --tls-key", null);
    }
    KeyFile.checkShut("the key of TLS", key);
    return PortTls.of(certificate, key, clients);
  }

  private static Path path(Settings settings, String name) {
    String text = settings.text(name);
    return text.isEmpty() ? null : Path.of(text);
  }

  private static CommandFailure bad(String what, String why, String fix, Exception cause) {
    return new CommandFailure(ExitCode.CONFIGURATION, what, why, fix, cause);
  }
}
