package dev.rota.app.follower;

import dev.rota.app.console.FlagValidator;
import dev.rota.app.trust.TokenFile;
import dev.rota.base.http.LoopbackAddress;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The flags that say where a follower answers, and who asks. */
public final class FollowerAddressFlags {

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "where 'rota follow', 'rota run --follow' or 'rota dev' serves its page")
  private String url;

  @Option(names = "--token-file", paramLabel = "FILE", description = "the token that it requires")
  private Path token;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "authorities in PEM of its certificate; default: those that Java knows")
  private Path authorities;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "client certificate in PEM, if it requires one")
  private Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "its key in PEM, not encrypted")
  private Path key;

  /** Returns true if it is named. */
  public boolean isGiven() {
    return url != null;
  }

  /**
   * The follower. What no flag says, the settings say.
   *
   * @param otherwise its address if no flag names one
   */
  public FollowerClient follower(CommandSpec spec, Settings settings, String otherwise)
      throws IOException {
    URI address = address(new FlagValidator(spec), url == null ? otherwise : url);
    Path token = file(this.token, settings, KnownSettings.FOLLOWER_TOKEN);
    Path certificate = file(this.certificate, settings, KnownSettings.FOLLOWER_CERTIFICATE);
    Path key = file(this.key, settings, KnownSettings.FOLLOWER_KEY);
    Path authorities = file(this.authorities, settings, KnownSettings.FOLLOWER_AUTHORITIES);
    if (token != null
        && address.getScheme().equals("http")
        && !LoopbackAddress.isNamed(address.getHost())) {
      throw new FlagValidator(spec).usage("--token-file needs TLS: --url https://HOST:PORT");
    }
    if ((certificate == null) != (key == null)) {
      throw new FlagValidator(spec).usage("--tls-cert and --tls-key go together");
    }
    return new FollowerClient(
        address,
        token == null ? null : TokenFile.read(token),
        PemStores.context(authorities, certificate, key)
            .map(SSLContext::getSocketFactory)
            .orElse(null));
  }

  private static Path file(Path given, Settings settings, String name) {
    return given == null
        ? settings.find(name).map(value -> Path.of(value.text())).orElse(null)
        : given;
  }

  private static URI address(FlagValidator flags, String text) {
    try {
      URI address = URI.create(text);
      if (address.getHost() != null && address.getScheme().matches("https?")) {
        return address;
      }
    } catch (IllegalArgumentException _) {
      // It is said below.
    }
    throw flags.usage("the follower's URL is '" + text + "'; expected http://HOST:PORT");
  }
}
