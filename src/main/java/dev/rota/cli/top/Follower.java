package dev.rota.cli.top;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a follower by HTTP. */
final class Follower {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final int NOT_FOUND = 404;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();
  private final String url;

  Follower(URI url) {
    this.url = url.toString().replaceFirst("/+$", "");
  }

  String url() {
    return url;
  }

  /**
   * Asks.
   *
   * @param path its words are encoded one by one
   * @throws Failure if nobody answers, or what is asked for is not there
   */
  JsonNode get(String query, String... path) throws InterruptedException {
    StringBuilder address = new StringBuilder(url);
    for (String word : path) {
      address.append('/').append(URLEncoder.encode(word, UTF_8).replace("+", "%20"));
    }
    HttpResponse<byte[]> answer = answer(URI.create(address + query));
    JsonNode body = json(answer.body());
    if (body == null) {
      throw new Failure(
          Exit.UNAVAILABLE,
          "what answers at " + url + " is no follower",
          "status " + answer.statusCode() + ", and no JSON",
          "pass the address that 'rota follow' or 'rota dev' prints: --url http://127.0.0.1:8090");
    }
    if (answer.statusCode() != 200) {
      throw new Failure(
          answer.statusCode() == NOT_FOUND ? Exit.NOT_FOUND : Exit.AGAIN,
          "the follower at " + url + " cannot say it",
          body.path("detail").asText("status " + answer.statusCode()),
          body.path("hint").asText("try again"));
    }
    return body;
  }

  private HttpResponse<byte[]> answer(URI address) throws InterruptedException {
    try {
      return client.send(
          HttpRequest.newBuilder(address).timeout(ANSWER).build(),
          HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new Failure(
          Exit.UNAVAILABLE,
          "no follower answers at " + url,
          e.getMessage() == null ? "it cannot be reached" : e.getMessage(),
          "start 'rota follow DOMAIN' or 'rota dev', or pass its address with --url",
          e);
    }
  }

  private static JsonNode json(byte[] body) {
    try {
      JsonNode read = JSON.readTree(body);
      return read.isObject() ? read : null;
    } catch (IOException e) {
      return null;
    }
  }
}
