package dev.rota.app.follower;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * Asks a follower by HTTP. Java's newer client would take a third of a second to begin, which is
 * what a question takes.
 */
public final class FollowerClient {
  /**
   * How long somebody waits.
   *
   * @param answer longer than a follower takes, which gives up a question about the past
   * @param busy for one that answers others, which says so at once: it has few threads
   */
  private record Patience(Duration connect, Duration answer, Duration busy) {
    static final Patience USUAL =
        new Patience(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(30));
  }

  private static final int BUSY = 429;
  private static final long AGAIN_SECONDS_MAX = 5;
  private static final int HOPS_MAX = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String url;
  private final String token;
  private final SSLSocketFactory tls;
  private final Patience patience;

  /** Asks without a token; by TLS, whom Java trusts. */
  public FollowerClient(URI url) {
    this(url, null, null);
  }

  FollowerClient(URI url, String token, SSLSocketFactory tls) {
    this(url.toString().replaceFirst("/+$", ""), token, tls, Patience.USUAL);
  }

  private FollowerClient(String url, String token, SSLSocketFactory tls, Patience patience) {
    this.url = url;
    this.token = token;
    this.tls = tls;
    this.patience = patience;
  }

  /**
   * An answer.
   *
   * @param body null: it is no JSON object
   * @param againSeconds after how many it may be asked again
   */
  private record Said(int status, ObjectNode body, long againSeconds) {}

  /** Does not wait for a follower that answers others. */
  public FollowerClient impatient() {
    Patience usual = Patience.USUAL;
    return new FollowerClient(
        url, token, tls, new Patience(usual.connect, usual.answer, Duration.ZERO));
  }

  /** For somebody who types: what is not there at once is no help. */
  public FollowerClient hasty() {
    Duration soon = Duration.ofSeconds(1);
    return new FollowerClient(url, token, tls, new Patience(soon, soon, Duration.ZERO));
  }

  public String url() {
    return url;
  }

  /**
   * Asks.
   *
   * @param query its arguments; those that are null are left out
   * @param path its words are encoded one by one
   * @throws CommandFailure if nobody answers, or what is asked for is not there
   */
  public ObjectNode get(Map<String, ?> query, String... path) {
    Said said = patiently(address(query, path));
    if (said.body == null) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "what answers at " + url + " is no follower",
          "status " + said.status + ", and no JSON",
          "pass the address that 'rota follow' or 'rota dev' prints: --url http://127.0.0.1:8090");
    }
    if (said.status != HttpURLConnection.HTTP_OK) {
      throw new CommandFailure(
          exit(said.status),
          "the follower at %s: %s".formatted(url, said.body.path("title").asText("no answer")),
          said.body.path("detail").asText("status " + said.status),
          said.status == HttpURLConnection.HTTP_UNAUTHORIZED
              ? "pass the token that it was started with: --token-file"
              : said.body.path("hint").asText("try again"));
    }
    return said.body;
  }

  private URI address(Map<String, ?> query, String... path) {
    StringBuilder address = new StringBuilder(url);
    for (String word : path) {
      address.append('/').append(encoded(word));
    }
    String arguments =
        query.entrySet().stream()
            .filter(one -> one.getValue() != null)
            .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue().toString()))
            .collect(Collectors.joining("&", "?", ""));
    return URI.create(address + (arguments.length() == 1 ? "" : arguments));
  }

  private static String encoded(String word) {
    return URLEncoder.encode(word, UTF_8).replace("+", "%20");
  }

  private static ExitCode exit(int status) {
    return switch (status) {
      case 400, 422 -> ExitCode.USAGE;
      case 401, 403 -> ExitCode.NOT_AUTHORISED;
      case 404 -> ExitCode.NOT_FOUND;
      default -> ExitCode.AGAIN;
    };
  }

  private Said patiently(URI address) {
    long until = System.nanoTime() + patience.busy.toNanos();
    Said said = said(address);
    try {
      while (said.status == BUSY && System.nanoTime() < until) {
        Thread.sleep(TimeUnit.SECONDS.toMillis(said.againSeconds));
        said = said(address);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return said;
  }

  private Said said(URI address) {
    try {
      URI at = address;
      for (int hop = 0; ; hop++) {
        HttpURLConnection asked = asked(at);
        String elsewhere = asked.getHeaderField("Location");
        if (elsewhere == null || hop == HOPS_MAX) {
          return said(asked);
        }
        at = at.resolve(elsewhere); // another engine has the lane
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "no follower answers at " + url,
          e.getMessage() == null ? "it cannot be reached" : e.getMessage(),
          "start 'rota follow DOMAIN' or 'rota dev', or pass its address with --url",
          e);
    }
  }

  private HttpURLConnection asked(URI address) throws IOException {
    HttpURLConnection asked = (HttpURLConnection) address.toURL().openConnection();
    asked.setConnectTimeout((int) patience.connect.toMillis());
    asked.setReadTimeout((int) patience.answer.toMillis());
    asked.setInstanceFollowRedirects(false);
    if (asked instanceof HttpsURLConnection secure && tls != null) {
      secure.setSSLSocketFactory(tls);
    }
    // Who asked by TLS did so for a reason: nobody leads the token away from it.
    if (token != null && address.getScheme().equals(URI.create(url).getScheme())) {
      asked.setRequestProperty("Authorization", "Bearer " + token);
    }
    return asked;
  }

  private static Said said(HttpURLConnection asked) throws IOException {
    int status = asked.getResponseCode();
    long again = Math.min(asked.getHeaderFieldLong("Retry-After", 1), AGAIN_SECONDS_MAX);
    try (InputStream in = status < 400 ? asked.getInputStream() : asked.getErrorStream()) {
      byte[] body = in == null ? new byte[0] : in.readAllBytes();
      ObjectNode read = JSON.readTree(body) instanceof ObjectNode object ? object : null;
      return new Said(status, read, again);
    } catch (JacksonException _) {
      return new Said(status, null, again);
    }
  }
}
