package dev.rota.serving.serve;

/**
 * A parameter of a route.
 *
 * @param in path, query or header
 * @param type string, integer, or array: a text that may repeat
 */
record Param(String name, String in, String type, String description) {
  static final Param DOMAIN = path("domain", "a domain, such as cores");
  static final Param LANE = path("lane", "a lane: a chain, grid, pool or network");
  static final Param TAG =
      header("If-None-Match", "the ETag of an answer: 304 if it is still the one");

  static Param path(String name, String description) {
    return new Param(name, "path", "string", description);
  }

  static Param text(String name, String description) {
    return new Param(name, "query", "string", description);
  }

  static Param number(String name, String description) {
    return new Param(name, "query", "integer", description);
  }

  static Param texts(String name, String description) {
    return new Param(name, "query", "array", description);
  }

  static Param header(String name, String description) {
    return new Param(name, "header", "string", description);
  }

  boolean isInQuery() {
    return in.equals("query");
  }
}
