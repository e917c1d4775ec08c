package dev.rota.base.fetch;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests, and waits for whole answers. Thread-safe. */
public final class HttpFetcher {
  private final HttpClient client;
  private final Duration limit;
  private final int bytesMax;

  /**
   * Sends by this client.
   *
   * @param limit of the time from the request to the end of the answer
   * @param bytesMax of an answer's body
   */
  public HttpFetcher(HttpClient client, Duration limit, int bytesMax) {
    this.client = client;
    this.limit = limit;
    this.bytesMax = bytesMax;
  }

  /** Sends by a client of its own, which follows no redirects. */
  public static HttpFetcher within(Duration limit, int bytesMax) {
    HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(limit).build();
    return new HttpFetcher(client, limit, bytesMax);
  }

  /**
   * Asks once. The request's own time-out, if it has one, ends with the first byte.
   *
   * @throws IOException if there is no answer, or one that is too slow or too long
   */
  public HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> pending =
        client.sendAsync(request, info -> new LimitedBody(bytesMax));
    try {
      return pending.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      pending.cancel(true);
      throw e;
    } catch (TimeoutException e) {
      pending.cancel(true);
      throw new HttpTimeoutException("no complete answer within " + limit.toMillis() + " ms");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }
}
