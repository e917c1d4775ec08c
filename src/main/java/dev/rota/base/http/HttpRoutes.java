package dev.rota.base.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.text.Utf8Text;
import java.net.URLDecoder;
import java.nio.charset.CharacterCodingException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.http.pathmap.UriTemplatePathSpec;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The methods and paths of a port, and their handlers. */
public final class HttpRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(HttpRoutes.class);

  /** The place of what follows the prefix in a path such as {@code /page/*}. */
  public static final String REST = "*";

  private final PathMappings<Map<String, Function<HttpCall, ? extends HttpAnswer>>> paths =
      new PathMappings<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final Map<String, Integer> large = new HashMap<>();
  private final Refusal refusal;
  private boolean guarded;

  /** Formats an error for the clients of these routes. */
  @FunctionalInterface
  public interface Refusal {
    HttpReply of(int status, String why);
  }

  public HttpRoutes(Refusal refusal) {
    this.refusal = refusal;
  }

  /**
   * Adds a route.
   *
   * @param methodAndPath such as {@code GET /subjects/{subject}}, where a place is a whole path
   *     segment, or {@code GET /page/*}
   */
  public HttpRoutes at(String methodAndPath, Function<HttpCall, ? extends HttpAnswer> handler) {
    String[] words = methodAndPath.split(" ", 2);
    PathSpec path =
        words[1].endsWith("/*") ? new ServletPathSpec(words[1]) : new UriTemplatePathSpec(words[1]);
    paths.computeIfAbsent(path, _ -> new HashMap<>()).put(words[0], handler);
    return this;
  }

  /** Adds a header to all responses. */
  public HttpRoutes header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Takes larger bodies than usual at this path. */
  public HttpRoutes large(String path, int bodyBytes) {
    large.put(path, bodyBytes);
    return this;
  }

  /** The maximum size of a body at this path; 0: the usual one. */
  int largest(Request request) {
    return large.getOrDefault(request.getHttpURI().getPath(), 0);
  }

  /** Refuses requests to another host's name, if the port is one of the loopback. */
  public HttpRoutes guarded() {
    guarded = true;
    return this;
  }

  boolean isGuarded() {
    return guarded;
  }

  Map<String, String> headers() {
    return headers;
  }

  HttpReply refused(int status, String why) {
    return refusal.of(status, why);
  }

  HttpAnswer answer(Request request, byte[] body) {
    String method = request.getMethod();
    String path = request.getHttpURI().getPath();
    // A trailing slash is ignored.
    String matched = path.length() > 1 && path.endsWith("/") ? chopped(path) : path;
    var found = paths.getMatched(matched);
    if (found == null) {
      return refused(404, "There is nothing at " + path);
    }
    // Who may read the answer may read its head alone.
    Function<HttpCall, ? extends HttpAnswer> handler =
        found.getResource().get(HttpMethod.HEAD.is(method) ? "GET" : method);
    if (handler == null) {
      return refused(405, method + " is not allowed for " + path)
          .with("Allow", allowed(found.getResource().keySet()));
    }
    HttpCall call;
    try {
      call = call(request, places(found, matched), body);
    } catch (RuntimeException e) { // Jetty throws several kinds
      return refused(400, "The address cannot be decoded: " + e.getMessage());
    }
    try {
      return handler.apply(call);
    } catch (RuntimeException e) { // the client must get an answer, whatever failed
      LOG.error("{} {} failed", method, request.getHttpURI(), e);
      return refused(500, "The call failed here; the log says more: " + e);
    }
  }

  private static String allowed(Set<String> methods) {
    Set<String> all = new TreeSet<>(methods);
    if (all.contains("GET")) {
      all.add("HEAD");
    }
    return String.join(", ", all);
  }

  private static Map<String, String> places(MatchedResource<?> found, String path) {
    if (found.getPathSpec() instanceof UriTemplatePathSpec template) {
      return template.getPathParams(path);
    }
    String rest = found.getMatchedPath().getPathInfo();
    return Map.of(REST, rest == null ? "" : rest.substring(1));
  }

  private static String chopped(String path) {
    return path.substring(0, path.length() - 1);
  }

  private static HttpCall call(Request request, Map<String, String> rawPlaces, byte[] body) {
    Map<String, String> places = new HashMap<>();
    rawPlaces.forEach((name, raw) -> places.put(name, decoded(raw)));
    Map<String, String> query = new HashMap<>();
    Map<String, List<String>> repeated = new HashMap<>();
    decoded(Objects.requireNonNullElse(request.getHttpURI().getQuery(), "")); // Jetty would replace
    for (Fields.Field field : Request.extractQueryParameters(request)) {
      query.put(field.getName(), field.getValue());
      repeated.put(field.getName(), field.getValues());
    }
    HttpFields headers = request.getHeaders();
    return new HttpCall(
        request.getMethod(),
        places,
        query,
        repeated,
        headers::get,
        headers.get("Content-Type"),
        body,
        request.getHttpURI().getPathQuery());
  }

  /** In a path, a plus is not a space. The URLs of some clients have bytes without escapes. */
  private static String decoded(String raw) {
    String bytes = new String(raw.replace("+", "%2B").getBytes(UTF_8), ISO_8859_1);
    try {
      return Utf8Text.decode(URLDecoder.decode(bytes, ISO_8859_1).getBytes(ISO_8859_1));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
