package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.UriTemplatePathSpec;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The methods and paths of a port, and their handlers. */
public final class Routes {
  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  private final PathMappings<Map<String, Function<Call, Reply>>> paths = new PathMappings<>();
  private final Refusal refusal;

  /** Formats an error for the clients of these routes. */
  @FunctionalInterface
  public interface Refusal {
    Reply of(int status, String why);
  }

  public Routes(Refusal refusal) {
    this.refusal = refusal;
  }

  /**
   * Adds a route.
   *
   * @param methodAndPath such as {@code GET /subjects/{subject}}; a place is a whole path segment
   */
  public Routes at(String methodAndPath, Function<Call, Reply> handler) {
    String[] words = methodAndPath.split(" ", 2);
    UriTemplatePathSpec path = new UriTemplatePathSpec(words[1]);
    paths.computeIfAbsent(path, unused -> new HashMap<>()).put(words[0], handler);
    return this;
  }

  Reply refused(int status, String why) {
    return refusal.of(status, why);
  }

  Reply answer(Request request, byte[] body) {
    String method = request.getMethod();
    String path = request.getHttpURI().getPath();
    // A trailing slash is ignored.
    String matched = path.length() > 1 && path.endsWith("/") ? chopped(path) : path;
    MatchedResource<Map<String, Function<Call, Reply>>> found = paths.getMatched(matched);
    if (found == null) {
      return refused(404, "There is nothing at " + path);
    }
    Function<Call, Reply> handler = found.getResource().get(method);
    if (handler == null) {
      return refused(405, method + " is not allowed for " + path);
    }
    Map<String, String> places = ((UriTemplatePathSpec) found.getPathSpec()).getPathParams(matched);
    try {
      return handler.apply(call(request, places, body));
    } catch (RuntimeException e) { // the client must get an answer, whatever failed
      LOG.error("{} {} failed", method, request.getHttpURI(), e);
      return refused(500, "The call failed here; the log says more: " + e);
    }
  }

  private static String chopped(String path) {
    return path.substring(0, path.length() - 1);
  }

  private static Call call(Request request, Map<String, String> rawPlaces, byte[] body) {
    Map<String, String> places = new HashMap<>();
    rawPlaces.forEach((name, raw) -> places.put(name, decoded(raw)));
    Map<String, String> query = new HashMap<>();
    Request.extractQueryParameters(request)
        .forEach(field -> query.put(field.getName(), field.getValue()));
    return new Call(
        request.getMethod(), places, query, request.getHeaders().get("Content-Type"), body);
  }

  /** In a path, a plus is not a space. */
  private static String decoded(String raw) {
    return URLDecoder.decode(raw.replace("+", "%2B"), UTF_8);
  }
}
