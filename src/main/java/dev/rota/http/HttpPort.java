package dev.rota.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
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

  private final Server server;
  private final Limits limits;
  private final InetSocketAddress address;
  private final Feeds feeds = new Feeds();

  private HttpPort(Server server, Limits limits, InetSocketAddress address) {
    this.server = server;
    this.limits = limits;
    this.address = address;
  }

  /**
   * Binds a port. Connections wait until it serves.
   *
   * @param name prefix of its threads' names
   * @param at address; port 0: any free port
   * @throws IOException if the port is taken
   */
  public static HttpPort bind(String name, InetSocketAddress at) throws IOException {
    return bind(name, at, Limits.USUAL);
  }

  static HttpPort bind(String name, InetSocketAddress at, Limits limits) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.socket().bind(at, BACKLOG);
      Server server = server(name);
      ServerConnector connector = new ServerConnector(server, 1, 1, http(limits));
      connector.setIdleTimeout(limits.idle().toMillis());
      connector.open(channel);
      server.addConnector(connector);
      connector.addBean(new Crowd(limits.connections()));
      return new HttpPort(server, limits, (InetSocketAddress) channel.getLocalAddress());
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

  private static HttpConnectionFactory http(Limits limits) {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(limits.headBytes());
    http.setSendServerVersion(false);
    // Paths are matched undecoded and their places are decoded once, so no path is ambiguous.
    http.setUriCompliance(UriCompliance.UNSAFE);
    return new HttpConnectionFactory(http);
  }

  public void serve(Routes routes) {
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
  }

  /** Returns the base URL, such as {@code http://127.0.0.1:port}. */
  public String url() {
    return "http://" + address.getHostString() + ":" + address.getPort();
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

  private void send(Routes routes, Answer answer, Response response, Callback callback) {
    routes.headers().forEach(response.getHeaders()::put);
    if (answer instanceof Feed feed) {
      feeds.add(feed, response, callback);
      return;
    }
    Reply reply = (Reply) answer;
    response.setStatus(reply.status());
    reply.headers().forEach(response.getHeaders()::put);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
  }

  /** Takes a thread only once the whole request has arrived. */
  private final class Answering extends Handler.Abstract {
    private final Routes routes;
    private final Guard guard;

    Answering(Routes routes) {
      this.routes = routes;
      this.guard = new Guard(routes.isGuarded() && address.getAddress().isLoopbackAddress());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      String foreign = guard.refuses(request);
      if (foreign != null) {
        send(routes, routes.refused(421, foreign), response, callback);
        return true;
      }
      Content.Source.asByteArrayAsync(
          request,
          limits.bodyBytes(),
          Promise.Invocable.from(
              InvocationType.BLOCKING,
              (body, failure) -> {
                if (failure == null) {
                  send(routes, routes.answer(request, body), response, callback);
                } else {
                  failed(failure, response, callback);
                }
              }));
      return true;
    }

    private void failed(Throwable why, Response response, Callback callback) {
      if (!(why instanceof IllegalStateException)) {
        callback.failed(why);
        return;
      }
      String text = "The body is larger than " + limits.bodyBytes() + " bytes; send a smaller one";
      send(routes, routes.refused(413, text), response, callback);
    }
  }
}
