package dev.rota.base.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/**
 * An HTTP server on one port. A slow or silent client never holds a thread, and a connection only
 * until a newer one needs its place.
 */
public final class HttpPort implements AutoCloseable {
  /** The maximum size of a request's body. A larger one is answered with 413. */
  public static final int BODY_MAX_BYTES = 1 << 20;

  private static final int THREADS = 8;
  private static final int BACKLOG = 1024;
  private static final int LARGE_AT_ONCE = 2;

  /** How much of a refused body is read before its client is answered, or the connection ends. */
  private static final long PASSED_MAX_BYTES = 64 << 20;

  private final Server server;
  private final Limits limits;
  private final InetSocketAddress address;
  private final PortTls tls;
  private final CertificateRenewal renewal;
  private final OpenFeeds feeds = new OpenFeeds();

  private HttpPort(
      Server server,
      Limits limits,
      InetSocketAddress address,
      PortTls tls,
      CertificateRenewal renewal) {
    this.server = server;
    this.limits = limits;
    this.address = address;
    this.tls = tls;
    this.renewal = renewal;
  }

  /**
   * Binds a port. Connections wait until it serves.
   *
   * @param name prefix of its threads' names
   * @param at address; port 0: any free port
   * @throws IOException if the port is taken
   */
  public static HttpPort bind(String name, InetSocketAddress at) throws IOException {
    return bind(name, at, Limits.USUAL, null);
  }

  /**
   * As above, for clients that speak TLS.
   *
   * @param tls null: in plain text
   */
  public static HttpPort bind(String name, InetSocketAddress at, PortTls tls) throws IOException {
    return bind(name, at, Limits.USUAL, tls);
  }

  static HttpPort bind(String name, InetSocketAddress at, Limits limits, PortTls tls)
      throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.socket().bind(at, BACKLOG);
      Server server = server(name);
      SslContextFactory.Server context = tls == null ? null : tls.context();
      ServerConnector connector = new ServerConnector(server, 1, 1, protocols(limits, context));
      connector.setIdleTimeout(limits.idle().toMillis());
      connector.open(channel);
      server.addConnector(connector);
      connector.addBean(new ConnectionLimiter(limits.connections()));
      CertificateRenewal renewal =
          tls == null
              ? null
              : new CertificateRenewal(
                  name, tls, renewed -> context.reload(_ -> renewed.into(context)));
      var address = (InetSocketAddress) channel.getLocalAddress();
      return new HttpPort(server, limits, address, tls, renewal);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static Server server(String name) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
    threads.setName(name);
    threads.setDaemon(true);
    threads.setReservedThreads(0);
    return new Server(threads, new ScheduledExecutorScheduler(name + "-timer", true), null);
  }

  private static ConnectionFactory[] protocols(Limits limits, SslContextFactory.Server context) {
    HttpConnectionFactory http = http(limits);
    return context == null
        ? new ConnectionFactory[] {http}
        : new ConnectionFactory[] {new SslConnectionFactory(context, http.getProtocol()), http};
  }

  private static HttpConnectionFactory http(Limits limits) {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(limits.headBytes());
    http.setSendServerVersion(false);
    // Paths are matched undecoded and their places are decoded once, so no path is ambiguous.
    http.setUriCompliance(UriCompliance.UNSAFE);
    return new HttpConnectionFactory(http);
  }

  public void serve(HttpRoutes routes) {
    server.setHandler(new Answering(routes));
    server.setErrorHandler(
        (request, response, callback) -> {
          Object why = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
          String text = why == null ? HttpStatus.getMessage(response.getStatus()) : why.toString();
          send(routes, routes.refused(response.getStatus(), text), response, callback);
          return true;
        });
    try {
      server.start();
    } catch (Exception e) {
      close();
      throw new IllegalStateException("cannot serve " + url(), e);
    }
    if (renewal != null) {
      renew();
    }
  }

  /** Looks at the certificate now and then, until the server stops and its timer with it. */
  private void renew() {
    renewal.look(Instant.now());
    var _ =
        server
            .getScheduler()
            .schedule(this::renew, CertificateRenewal.LOOK.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Returns the base URL, such as {@code http://127.0.0.1:port}. */
  public String url() {
    return "http%s://%s:%d".formatted(tls == null ? "" : "s", host(), address.getPort());
  }

  /** Where all addresses are meant, the certificate knows a better name. */
  private String host() {
    if (tls != null && address.getAddress().isAnyLocalAddress()) {
      return tls.names().get(0);
    }
    String host = address.getHostString();
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /** A port of the loopback knows all its names, and so does a certificate. */
  private ForeignPageGuard guard(HttpRoutes routes) {
    boolean knows = tls != null || address.getAddress().isLoopbackAddress();
    return routes.isGuarded() && knows
        ? ForeignPageGuard.of(tls == null ? List.of() : tls.names())
        : ForeignPageGuard.none();
  }

  /** Stops at once, even with open requests. */
  @Override
  public void close() {
    try {
      feeds.close();
      server.stop();
      for (var connector : server.getConnectors()) {
        ((ServerConnector) connector).close(); // open even if it never served
      }
    } catch (Exception e) {
      throw new IllegalStateException(url() + " did not end cleanly", e);
    }
  }

  private void send(HttpRoutes routes, HttpAnswer answer, Response response, Callback callback) {
    routes.headers().forEach(response.getHeaders()::put);
    switch (answer) {
      case HttpFeed feed -> {
        if (HttpMethod.HEAD.is(response.getRequest().getMethod())) {
          send(routes, new HttpReply(200, feed.type(), new byte[0]), response, callback);
        } else {
          feeds.add(feed, response, callback);
        }
      }
      case HttpReply reply -> {
        response.setStatus(reply.status());
        reply.headers().forEach(response.getHeaders()::put);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        response.write(true, ByteBuffer.wrap(reply.body()), callback);
      }
    }
  }

  /** Takes a thread only once the whole request has arrived. */
  private final class Answering extends Handler.Abstract {
    private final HttpRoutes routes;
    private final ForeignPageGuard guard;

    /** For large bodies, which are held in memory. */
    private final Semaphore places = new Semaphore(LARGE_AT_ONCE);

    Answering(HttpRoutes routes) {
      this.routes = routes;
      this.guard = guard(routes);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      int large = routes.largest(request);
      int most = large == 0 ? limits.bodyBytes() : large;
      ForeignPageGuard.Foreign foreign = guard.refuses(request);
      if (foreign != null) {
        refuse(foreign.status(), foreign.why(), request, most, response, callback);
      } else if (request.getLength() > most) {
        refuse(413, tooLarge(most), request, most, response, callback);
      } else if (large == 0) {
        read(request, most, () -> {}, response, callback);
      } else if (places.tryAcquire()) {
        read(request, most, places::release, response, callback);
      } else {
        refuse(429, "Others send large bodies", request, most, response, callback);
      }
      return true;
    }

    /**
     * Answers when the body has passed by: a client that still writes may miss an answer. One whose
     * body is too large, or does not say its length, is answered at once; its connection ends once
     * the body has passed by.
     */
    private void refuse(
        int status, String why, Request request, int most, Response response, Callback callback) {
      HttpReply refused = routes.refused(status, why);
      boolean fits = request.getLength() >= 0 && request.getLength() <= most;
      if (fits) {
        Runnable answer = () -> send(routes, refused, response, callback);
        ArrivingBody.pass(request, answer, callback::failed);
      } else {
        Runnable rest = () -> ArrivingBody.pass(request, callback::succeeded, callback::failed);
        HttpReply last = refused.with("Connection", "close");
        send(routes, last, response, Callback.from(rest, callback::failed));
      }
    }

    /**
     * Answers once the body is here.
     *
     * @param leave called when nobody holds the body any more; the answer may wait for its reader
     */
    private void read(
        Request request, int most, Runnable leave, Response response, Callback callback) {
      Consumer<byte[]> arrived =
          body -> {
            HttpAnswer answer;
            try {
              answer = routes.answer(request, body);
            } finally {
              leave.run();
            }
            send(routes, answer, response, callback);
          };
      Runnable exceeded =
          () -> {
            leave.run();
            refuse(413, tooLarge(most), request, most, response, callback);
          };
      Consumer<Throwable> failed =
          failure -> {
            leave.run();
            callback.failed(failure);
          };
      ArrivingBody.read(request, most, arrived, exceeded, failed);
    }

    private static String tooLarge(int most) {
      return "The body is larger than " + most + " bytes; send a smaller one";
    }
  }

  /** Reads a body as it comes, up to a bound: its sender has none. */
  private static final class ArrivingBody implements Runnable {
    private final Request request;
    private final long most;
    private final Consumer<byte[]> arrived;
    private final Runnable exceeded;
    private final Consumer<Throwable> failed;

    /** Null: nothing of it is kept. */
    private final ByteArrayOutputStream kept;

    private long size;

    private ArrivingBody(
        Request request,
        long most,
        ByteArrayOutputStream kept,
        Consumer<byte[]> arrived,
        Runnable exceeded,
        Consumer<Throwable> failed) {
      this.request = request;
      this.most = most;
      this.kept = kept;
      this.arrived = arrived;
      this.exceeded = exceeded;
      this.failed = failed;
    }

    /** Reads it whole, unless it is larger. */
    static void read(
        Request request,
        long most,
        Consumer<byte[]> arrived,
        Runnable exceeded,
        Consumer<Throwable> failed) {
      new ArrivingBody(request, most, new ByteArrayOutputStream(), arrived, exceeded, failed).run();
    }

    /** Lets what is left of it pass by. */
    static void pass(Request request, Runnable passed, Consumer<Throwable> failed) {
      new ArrivingBody(request, PASSED_MAX_BYTES, null, _ -> passed.run(), passed, failed).run();
    }

    @Override
    public void run() {
      for (boolean last = false; !last; ) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        if (Content.Chunk.isFailure(chunk)) {
          failed.accept(chunk.getFailure());
          return;
        }
        size += chunk.remaining();
        last = chunk.isLast();
        if (kept != null && size <= most) {
          keep(chunk.getByteBuffer());
        }
        chunk.release();
        if (size > most) {
          exceeded.run();
          return;
        }
      }
      arrived.accept(kept == null ? null : kept.toByteArray());
    }

    private void keep(ByteBuffer part) {
      byte[] bytes = new byte[part.remaining()];
      part.get(bytes);
      kept.writeBytes(bytes);
    }
  }

  /**
   * The limits of a port's clients.
   *
   * @param connections maximum number of open connections; one more closes the oldest
   * @param idle idle timeout of a connection
   * @param headBytes maximum size of a request's head; a larger one is answered with 431
   * @param bodyBytes maximum size of a request's body; a larger one is answered with 413
   */
  record Limits(int connections, Duration idle, int headBytes, int bodyBytes) {
    /** Each of a hundred open pages has one for its events, and some for what it asks. */
    static final Limits USUAL = new Limits(1_024, Duration.ofSeconds(30), 1 << 14, BODY_MAX_BYTES);
  }
}
