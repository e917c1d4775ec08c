package dev.rota.serve;

import dev.rota.follow.LiveDomain;
import dev.rota.http.HttpPort;
import dev.rota.http.Loopback;
import dev.rota.http.Routes;
import dev.rota.metrics.Metrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Followers on a port of this machine's loopback. */
public final class LiveServer implements AutoCloseable {
  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " object-src 'none'";

  private final HttpPort port;
  private final Metrics metrics;

  private LiveServer(HttpPort port, Metrics metrics) {
    this.port = port;
    this.metrics = metrics;
  }

  /**
   * Serves until closed. The domains are closed by their owner.
   *
   * @param port 0: any free port
   * @throws IOException if the port is taken
   */
  public static LiveServer start(List<LiveDomain<?, ?, ?>> domains, int port) throws IOException {
    return start(domains, port, Elsewhere.NOBODY);
  }

  /**
   * The same.
   *
   * @param elsewhere where questions about other partitions are sent
   */
  public static LiveServer start(List<LiveDomain<?, ?, ?>> domains, int port, Elsewhere elsewhere)
      throws IOException {
    HttpPort bound = HttpPort.bind("live-http", Loopback.at(port));
    Metrics metrics = Metrics.ofFollowers(domains);
    bound.serve(routes(new Live(domains, elsewhere), metrics));
    return new LiveServer(bound, metrics);
  }

  /** Returns the base URL. */
  public String url() {
    return port.url();
  }

  private static Routes routes(Live live, Metrics metrics) {
    List<Route> table = new ArrayList<>(new StandingRoutes(live).all());
    table.add(
        new Route(
            "/metrics",
            "the metrics, as Prometheus scrapes them",
            Metrics.TYPE,
            List.of(),
            false,
            call -> metrics.scrape()));
    table.addAll(new DomainRoutes(live).all());
    table.addAll(new LaneRoutes(live).all());
    table.addAll(new TurnRoutes(live).all());
    table.add(Route.json("/openapi.json", "this document", call -> Json.of(OpenApi.of(table))));
    Routes routes = secured(new Routes((status, why) -> refused(status, why).reply()));
    table.forEach(route -> routes.at("GET " + route.path(), route::answer));
    PageRoutes.to(routes);
    return routes;
  }

  private static Problem refused(int status, String why) {
    return switch (status) {
      case 404 -> new Problem(status, "not found", why, "see /openapi.json");
      case 405 -> new Problem(status, "method not allowed", why, "everything is read with GET");
      case 500 -> new Problem(status, "a bug in Rota", why, "report it, with the log");
      default -> new Problem(status, "bad request", why, "see /openapi.json");
    };
  }

  private static Routes secured(Routes routes) {
    return routes
        .guarded()
        .header("Content-Security-Policy", POLICY)
        .header("X-Content-Type-Options", "nosniff")
        .header("X-Frame-Options", "DENY")
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cross-Origin-Resource-Policy", "same-origin");
  }

  @Override
  public void close() {
    port.close();
    metrics.close();
  }
}
