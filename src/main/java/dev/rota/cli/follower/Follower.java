package dev.rota.cli.follower;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Asks a follower by HTTP. */
public final class Follower {
  /** It gives up a question about the past after less. */
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client;
  private final String url;
  private final String token;

  /** Asks without a token; by TLS, whom Java trusts. */
  public Follower(URI url) {
    this(HttpClient.newHttpClient(), url, null);
  }

  Follower(HttpClient client, URI url, String token) {
    this.client = client;
    this.url = url.toString().replaceFirst("/+$", "");
    this.token = token;
  }

  public String url() {
    return url;
  }

  /**
   * Asks.
   *
   * @param query its arguments; those that are null are left out
   * @param path its words are encoded one by one
   * @throws Failure if nobody answers, or what is asked for is not there
   */
  public ObjectNode get(Map<String, ?> query, String... path) throws InterruptedException {
    StringBuilder address = new StringBuilder(url);
    for (String word : path) {
      address.append('/').append(encoded(word));
    }
    String arguments =
        query.entrySet().stream()
            .filter(one -> one.getValue() != null)
            .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue().toString()))
            .collect(Collectors.joining("&"));
    if (!arguments.isEmpty()) {
      address.append('?').append(arguments);
    }
    HttpResponse<byte[]> answer = answer(URI.create(address.toString()));
    ObjectNode body = json(answer.body());
    if (body == null) {
      throw new Failure(
          Exit.UNAVAILABLE,
          "what answers at " + url + " is no follower",
          "status " + answer.statusCode() + ", and no JSON",
          "pass the address that 'rota follow' or 'rota dev' prints: --url http://127.0.0.1:8090");
    }
    if (answer.statusCode() != 200) {
      throw new Failure(
          exit(answer.statusCode()),
          "the follower at %s: %s".formatted(url, body.path("title").asText("no answer")),
          body.path("detail").asText("status " + answer.statusCode()),
          answer.statusCode() == 401
              ? "pass the token that it was started with: --token-file"
              : body.path("hint").asText("try again"));
    }
    return body;
  }

  private static String encoded(String word) {
    return URLEncoder.encode(word, UTF_8).replace("+", "%20");
  }

  private static Exit exit(int status) {
    return switch (status) {
      case 400, 422 -> Exit.USAGE;
      case 401, 403 -> Exit.NOT_AUTHORISED;
      case 404 -> Exit.NOT_FOUND;
      default -> Exit.AGAIN;
    };
  }

  private HttpResponse<byte[]> answer(URI address) throws InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(ANSWER);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new Failure(
          Exit.UNAVAILABLE,
          "no follower answers at " + url,
          e.getMessage() == null ? "it cannot be reached" : e.getMessage(),
          "start 'rota follow DOMAIN' or 'rota dev', or pass its address with --url",
          e);
    }
  }

  private static ObjectNode json(byte[] body) {
    try {
      return JSON.readTree(body) instanceof ObjectNode read ? read : null;
    } catch (IOException e) {
      return null;
    }
  }
}
