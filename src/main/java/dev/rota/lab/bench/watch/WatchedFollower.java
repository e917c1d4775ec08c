package dev.rota.lab.bench.watch;

import dev.rota.lab.bench.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A follower of a domain in a process of its own, and browsers that look at it in another. */
public final class WatchedFollower implements AutoCloseable {
  private static final String ROTA = "dev.rota.Rota";
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long LOOK_MILLIS = 100;

  private final ChildJvm follower;
  private final List<String> beside;
  private final String url;
  private ChildJvm browsers;

  private WatchedFollower(ChildJvm follower, List<String> beside) throws IOException {
    this.follower = follower;
    this.beside = beside;
    this.url = follower.line();
  }

  /**
   * What browsers have seen.
   *
   * @param turns that came to them
   * @param answers to what they asked
   */
  public record Seen(long turns, long answers) {}

  /**
   * Starts a follower, and waits until it has caught up.
   *
   * @param beside words before each process's command, such as {@code taskset -c 2,3}
   */
  public static WatchedFollower follow(String domain, String bootstrap, List<String> beside)
      throws IOException, InterruptedException {
    ChildJvm follower =
        ChildJvm.start(
            beside,
            ROTA,
            List.of("follow", domain, "--port", "0", "--quiet"),
            Map.of("ROTA_BOOTSTRAP_SERVERS", bootstrap));
    try {
      WatchedFollower all = new WatchedFollower(follower, beside);
      all.awaitCaughtUp();
      return all;
    } catch (IOException | InterruptedException | RuntimeException e) {
      follower.close();
      throw e;
    }
  }

  /** Where the follower answers. */
  public String url() {
    return url;
  }

  private void awaitCaughtUp() throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest ready = HttpRequest.newBuilder(URI.create(url + "/readyz")).build();
    long began = System.nanoTime();
    while (client.send(ready, BodyHandlers.discarding()).statusCode() != 200) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new IOException("the follower at " + url + " has not caught up");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** Opens browsers at the domain's lanes, in turn, and waits until each is open. */
  public void open(String domain, int count) throws IOException {
    String browsing = BrowserProcess.class.getName();
    browsers =
        ChildJvm.start(beside, browsing, List.of(url, domain, Integer.toString(count)), Map.of());
    browsers.line();
  }

  /** Closes the browsers, and returns what they have seen. */
  public Seen leave() throws IOException {
    String[] seen = browsers.end().split(" ", -1);
    browsers.close();
    browsers = null;
    return new Seen(Long.parseLong(seen[0]), Long.parseLong(seen[1]));
  }

  @Override
  public void close() {
    if (browsers != null) {
      browsers.close();
    }
    follower.close();
  }
}
