package dev.rota.serving.serve;

import dev.rota.base.http.HttpPort;
import dev.rota.base.http.Routes;
import dev.rota.readers.capsule.Capsule;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.serving.metrics.Metrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Followers on a port. */
public final class LiveServer implements AutoCloseable {
  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " object-src 'none'";

  private final HttpPort port;
  private final Capsules capsules;
  private final Metrics metrics;

  private LiveServer(HttpPort port, Capsules capsules, Metrics metrics) {
    this.port = port;
    this.capsules = capsules;
    this.metrics = metrics;
  }

  /**
   * Serves until closed. The domains are closed by their owner.
   *
   * @throws IOException if the port is taken
   */
  public static LiveServer start(List<LiveDomain<?, ?, ?>> domains, Access access)
      throws IOException {
    return start(domains, access, Elsewhere.NOBODY);
  }

  /**
   * The same.
   *
   * @param elsewhere where questions about other partitions are sent
   */
  public static LiveServer start(
      List<LiveDomain<?, ?, ?>> domains, Access access, Elsewhere elsewhere) throws IOException {
    Capsules capsules =
        domains.isEmpty()
            ? new Capsules()
            : new Capsules(new CapsuleProcess(CapsuleProcess.HEAP_MIB));
    return start(domains, access, elsewhere, capsules);
  }

  static LiveServer start(
      List<LiveDomain<?, ?, ?>> domains, Access access, Elsewhere elsewhere, Capsules capsules)
      throws IOException {
    HttpPort bound = HttpPort.bind("live-http", access.at(), access.tls());
    Metrics metrics = Metrics.ofFollowers(domains);
    bound.serve(routes(new Live(domains, capsules, elsewhere), access, capsules, metrics));
    return new LiveServer(bound, capsules, metrics);
  }

  /**
   * Opens a capsule beside the domains.
   *
   * @param name of its file
   */
  public LiveDomain<?, ?, ?> open(String name, Capsule capsule) {
    LiveDomain<?, ?, ?> opened = capsule.follow();
    capsules.add(capsule.domain() + "@" + name, opened);
    return opened;
  }

  /** Returns the base URL. */
  public String url() {
    return port.url();
  }

  private static Routes routes(Live live, Access access, Capsules capsules, Metrics metrics) {
    Door door = new Door(access.token(), access.tls() != null);
    List<Route> table = new ArrayList<>(new StandingRoutes(live).all());
    table.add(
        new Route(
            Route.GET,
            "/metrics",
            "the metrics, as Prometheus scrapes them",
            Metrics.TYPE,
            List.of(),
            false,
            call -> metrics.scrape()));
    table.addAll(new DomainRoutes(live).all());
    Past past = new Past();
    table.addAll(new LaneRoutes(live, past).all());
    table.addAll(new ForecastRoutes(live, past).all());
    table.addAll(new WhatIfRoutes(live, past).all());
    table.addAll(new TurnRoutes(live).all());
    table.addAll(new DocumentRoutes(live).all());
    table.addAll(door.routes());
    if (access.at().getAddress().isLoopbackAddress()) {
      table.add(capsules.route());
    }
    table.add(Route.json("/openapi.json", "this document", call -> Json.of(OpenApi.of(table))));
    Routes routes = secured(new Routes((status, why) -> refused(status, why).reply()));
    table.forEach(route -> routes.at(route.method() + " " + route.path(), door.before(route)));
    PageRoutes.to(routes);
    return routes.large(Capsules.PATH, Capsules.BYTES_MAX);
  }

  private static Problem refused(int status, String why) {
    return switch (status) {
      case 404 -> new Problem(status, "not found", why, "see /openapi.json");
      case 405 -> new Problem(status, "method not allowed", why, "the header Allow says which are");
      case 413 -> new Problem(status, "too large", why, "'rota follow --from FILE' reads any size");
      case 429 -> new Problem(status, "busy", why, "retry in a second");
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
    capsules.close();
  }
}
