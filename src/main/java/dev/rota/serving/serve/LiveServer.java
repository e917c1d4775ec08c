package dev.rota.serving.serve;

import dev.rota.base.http.HttpPort;
import dev.rota.base.http.HttpRoutes;
import dev.rota.readers.capsule.Capsule;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.serving.metrics.MetricsEndpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Followers on a port. */
public final class LiveServer implements AutoCloseable {
  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " object-src 'none'";

  private final HttpPort port;
  private final OpenCapsules capsules;
  private final MetricsEndpoint metrics;

  private LiveServer(HttpPort port, OpenCapsules capsules, MetricsEndpoint metrics) {
    this.port = port;
    this.capsules = capsules;
    this.metrics = metrics;
  }

  /**
   * Serves until closed. The domains are closed by their owner.
   *
   * @throws IOException if the port is taken
   */
  public static LiveServer start(List<LiveDomain> domains, ServerAccess access) throws IOException {
    return start(domains, access, ProcessContext.NOBODY);
  }

  /**
   * The same.
   *
   * @param elsewhere where questions about other partitions are sent
   */
  public static LiveServer start(
      List<LiveDomain> domains, ServerAccess access, ProcessContext elsewhere) throws IOException {
    OpenCapsules capsules =
        domains.isEmpty()
            ? new OpenCapsules()
            : new OpenCapsules(new CapsuleProcess(CapsuleProcess.HEAP_MIB));
    return start(domains, access, elsewhere, capsules);
  }

  static LiveServer start(
      List<LiveDomain> domains,
      ServerAccess access,
      ProcessContext elsewhere,
      OpenCapsules capsules)
      throws IOException {
    HttpPort bound = HttpPort.bind("live-http", access.at(), access.tls());
    MetricsEndpoint metrics = MetricsEndpoint.ofFollowers(domains);
    bound.serve(
        routes(new FollowedDomains(domains, capsules, elsewhere), access, capsules, metrics));
    return new LiveServer(bound, capsules, metrics);
  }

  /**
   * Opens a capsule beside the domains.
   *
   * @param name of its file
   */
  public LiveDomain open(String name, Capsule capsule) {
    LiveDomain opened = capsule.follow();
    capsules.add(capsule.domain() + "@" + name, opened);
    return opened;
  }

  /** Returns the base URL. */
  public String url() {
    return port.url();
  }

  private static HttpRoutes routes(
      FollowedDomains live, ServerAccess access, OpenCapsules capsules, MetricsEndpoint metrics) {
    TokenDoor door = new TokenDoor(access.token(), access.tls() != null);
    List<ServedRoute> table = new ArrayList<>(new StandingRoutes(live).all());
    table.add(
        new ServedRoute(
            ServedRoute.GET,
            "/metrics",
            "the metrics, as Prometheus scrapes them",
            MetricsEndpoint.TYPE,
            List.of(),
            false,
            _ -> metrics.scrape()));
    table.addAll(new DomainRoutes(live).all());
    table.add(new FindRoute(live).route());
    PastQuestions past = new PastQuestions();
    table.addAll(new LaneRoutes(live, past).all());
    table.addAll(new ForecastRoutes(live, past).all());
    table.addAll(new WhatIfRoutes(live, past).all());
    table.addAll(new TurnRoutes(live).all());
    table.addAll(new TrendRoutes(live).all());
    table.add(new AssignmentRoutes(live, past).route());
    table.add(new OneTurnRoute(live, past).route());
    table.addAll(new DocumentRoutes(live).all());
    table.addAll(door.routes());
    if (access.at().getAddress().isLoopbackAddress()) {
      table.add(capsules.route());
    }
    table.add(
        ServedRoute.json("/openapi.json", "this document", _ -> JsonAnswers.of(OpenApi.of(table))));
    HttpRoutes routes = secured(new HttpRoutes((status, why) -> refused(status, why).reply()));
    table.forEach(route -> routes.at(route.method() + " " + route.path(), door.before(route)));
    PageRoutes.to(routes);
    return routes.large(OpenCapsules.PATH, OpenCapsules.BYTES_MAX);
  }

  private static ProblemDetails refused(int status, String why) {
    return switch (status) {
      case 404 -> new ProblemDetails(status, "not found", why, "see /openapi.json");
      case 405 ->
          new ProblemDetails(status, "method not allowed", why, "the header Allow says which are");
      case 413 ->
          new ProblemDetails(status, "too large", why, "'rota follow --from FILE' reads any size");
      case 429 -> new ProblemDetails(status, "busy", why, "retry in a second");
      case 500 -> new ProblemDetails(status, "a bug in Rota", why, "report it, with the log");
      default -> new ProblemDetails(status, "bad request", why, "see /openapi.json");
    };
  }

  private static HttpRoutes secured(HttpRoutes routes) {
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
