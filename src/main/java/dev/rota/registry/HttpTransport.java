package dev.rota.registry;

import dev.rota.base.fetch.HttpFetcher;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Sends a request to the first address that answers, with retries. It does not follow redirects.
 */
final class HttpTransport {
  /** No schema is this long. */
  static final int BODY_BYTES_MAX = 16 * 1024 * 1024;

  private static final String TYPE = "application/vnd.schemaregistry.v1+json";
  private static final String HEADER_PREFIX = "request.header.";

  /** The response and its address without credentials. */
  @SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
  record Answer(int status, byte[] body, URI from) {}

  private final List<URI> addresses;
  private final RegistryCredentials credentials;
  private final Map<String, String> headers;
  private final HttpFetcher fetch;
  private final Duration readTimeout;
  private final int retriesMax;
  private final long waitMillis;
  private final long waitMillisMax;

  /** The address that answered last. The next request starts there. */
  private volatile int current;

  HttpTransport(RegistryConfig config) {
    addresses = config.addresses();
    credentials = RegistryCredentials.of(config);
    headers = headers(config);
    readTimeout = Duration.ofMillis(config.getInt(RegistryConfig.READ_TIMEOUT));
    Duration connectTimeout = Duration.ofMillis(config.getInt(RegistryConfig.CONNECT_TIMEOUT));
    retriesMax = config.getInt(RegistryConfig.MAX_RETRIES);
    waitMillis = config.getInt(RegistryConfig.RETRY_WAIT);
    waitMillisMax = config.getInt(RegistryConfig.RETRY_WAIT_MAX);
    fetch =
        new HttpFetcher(
            client(config, connectTimeout), connectTimeout.plus(readTimeout), BODY_BYTES_MAX);
  }

  /**
   * @param path percent-encoded path and query from the root of the registry
   * @param body JSON, or null
   * @throws RegistryUnavailable if no address gave a final answer
   */
  Answer exchange(String method, String path, byte[] body) {
    for (int attempt = 0; ; attempt++) {
      Round round = askEach(method, path, body);
      if (round.answer != null) {
        return round.answer;
      }
      if (attempt >= retriesMax) {
        throw new RegistryUnavailable(
            "the schema registry did not serve %s %s in %d attempts: %s; check %s and the registry"
                .formatted(method, path, attempt + 1, round.problem, RegistryConfig.URL),
            round.cause);
      }
      pause(attempt);
    }
  }

  private Round askEach(String method, String path, byte[] body) {
    Round round = new Round();
    int first = current;
    for (int i = 0; i < addresses.size(); i++) {
      int at = (first + i) % addresses.size();
      try {
        Answer answer = ask(addresses.get(at), method, path, body);
        if (!worthRetrying(answer.status)) {
          current = at;
          round.answer = answer;
          return round;
        }
        round.failed(answer.from, "answered " + answer.status, null);
      } catch (IOException e) {
        round.failed(bare(addresses.get(at)), e.toString(), e);
      }
    }
    return round;
  }

  private Answer ask(URI address, String method, String path, byte[] body) throws IOException {
    URI target = URI.create(bare(address) + path);
    BodyPublisher publisher =
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target)
            .timeout(readTimeout)
            .method(method, publisher)
            .header("Content-Type", TYPE)
            .header("Accept", TYPE + ", application/json");
    headers.forEach(request::setHeader);
    credentials.header(address).ifPresent(value -> request.setHeader("Authorization", value));
    HttpResponse<byte[]> response = await(request.build());
    return new Answer(response.statusCode(), response.body(), bare(address));
  }

  private HttpResponse<byte[]> await(HttpRequest request) throws IOException {
    try {
      return fetch.send(request);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static boolean worthRetrying(int status) {
    return status >= 500 || status == 408 || status == 429;
  }

  /** Exponential back-off with up to 25 % jitter, so that instances do not retry together. */
  private void pause(int attempt) {
    long full = Math.min(waitMillisMax, waitMillis << Math.min(attempt, 20));
    long jitter = full < 4 ? 0 : ThreadLocalRandom.current().nextLong(full / 4);
    try {
      Thread.sleep(full - jitter);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static HttpClient client(RegistryConfig config, Duration connectTimeout) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connectTimeout);
    String proxy = config.getString(RegistryConfig.PROXY_HOST);
    if (!proxy.isBlank()) {
      int port = config.getInt(RegistryConfig.PROXY_PORT);
      if (port < 1 || port > 65_535) {
        throw new ConfigException(RegistryConfig.PROXY_PORT, port, "set it next to proxy.host");
      }
      builder.proxy(ProxySelector.of(new InetSocketAddress(proxy, port)));
    }
    RegistryTls.of(config)
        .ifPresent(tls -> builder.sslContext(tls.context()).sslParameters(tls.parameters()));
    return builder.build();
  }

  private static Map<String, String> headers(RegistryConfig config) {
    Map<String, String> headers = new HashMap<>();
    HttpRequest.Builder trial = HttpRequest.newBuilder();
    config
        .originalsWithPrefix(HEADER_PREFIX)
        .forEach(
            (name, value) -> {
              try {
                trial.header(name, String.valueOf(value));
              } catch (IllegalArgumentException e) {
                throw new ConfigException(HEADER_PREFIX + name + " cannot be sent: " + e);
              }
              headers.put(name, String.valueOf(value));
            });
    return Map.copyOf(headers);
  }

  /** The address without user and trailing slash. */
  private static URI bare(URI address) {
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    String text = address.getScheme() + "://" + address.getHost() + port + path;
    return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
  }

  /** One attempt over all addresses. */
  private static final class Round {
    private Answer answer;
    private String problem = "";
    private IOException cause;

    private void failed(URI address, String why, IOException thrown) {
      problem = (problem.isEmpty() ? "" : problem + ", ") + address + " " + why;
      cause = thrown == null ? cause : thrown;
    }
  }
}
