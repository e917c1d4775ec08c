package dev.rota.base.http;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open feeds of a port. One thread asks them in turn. */
final class OpenFeeds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenFeeds.class);
  private static final long LOOK_MILLIS = 100;
  private static final long IDLE_NANOS = 15_000_000_000L;

  private final Set<OpenFeed> open = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread one = new Thread(task, "feeds");
            one.setDaemon(true);
            return one;
          });

  private boolean started;

  void add(HttpFeed feed, Response response, Callback callback) {
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, feed.type());
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    OpenFeed one = new OpenFeed(feed, response, callback);
    open.add(one);
    start();
    one.write(feed.idle()); // the client sees at once that it is open
  }

  /** A port without feeds needs no thread. */
  private synchronized void start() {
    if (!started) {
      started = true;
      var _ =
          thread.scheduleWithFixedDelay(
              () -> open.forEach(OpenFeed::look), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    open.forEach(OpenFeed::end);
  }

  /** A feed and its client. */
  private final class OpenFeed {
    private final HttpFeed feed;
    private final Response response;
    private final Callback callback;
    private volatile boolean writing = true;
    private volatile long lastNanos;

    OpenFeed(HttpFeed feed, Response response, Callback callback) {
      this.feed = feed;
      this.response = response;
      this.callback = callback;
    }

    private void look() {
      if (writing) {
        return; // the client has not taken the last piece
      }
      try {
        byte[] more = feed.more().get();
        if (more.length > 0) {
          write(more);
        } else if (System.nanoTime() - lastNanos > IDLE_NANOS) {
          write(feed.idle());
        }
      } catch (RuntimeException | Error e) {
        // What is thrown from here would silently end all feeds.
        LOG.warn("a feed ended: {}", e.toString());
        LOG.debug("where it ended", e);
        failed(e);
      }
    }

    private void write(byte[] piece) {
      writing = true;
      lastNanos = System.nanoTime();
      response.write(
          false, ByteBuffer.wrap(piece), Callback.from(() -> writing = false, this::failed));
    }

    private void failed(Throwable why) {
      if (open.remove(this)) {
        callback.failed(why);
      }
    }

    private void end() {
      if (open.remove(this)) {
        callback.succeeded();
      }
    }
  }
}
