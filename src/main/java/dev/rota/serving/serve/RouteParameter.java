package dev.rota.serving.serve;

/**
 * A parameter of a route.
 *
 * @param in path, query or header
 * @param type string, integer, or array: a text that may repeat
 */
record RouteParameter(String name, String in, String type, String description) {
  static final RouteParameter DOMAIN = path("domain", "a domain, such as cores");
  static final RouteParameter LANE = path("lane", "a lane: a chain, grid, pool or network");
  static final RouteParameter TAG =
      header("If-None-Match", "the ETag of an answer: 304 if it is still the one");

  static RouteParameter path(String name, String description) {
    return new RouteParameter(name, "path", "string", description);
  }

  static RouteParameter text(String name, String description) {
    return new RouteParameter(name, "query", "string", description);
  }

  static RouteParameter number(String name, String description) {
    return new RouteParameter(name, "query", "integer", description);
  }

  static RouteParameter texts(String name, String description) {
    return new RouteParameter(name, "query", "array", description);
  }

  static RouteParameter header(String name, String description) {
    return new RouteParameter(name, "header", "string", description);
  }

  boolean isInQuery() {
    return in.equals("query");
  }
}
