package dev.rota.serving.serve;

import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.text.SpellingSuggestion;
import java.util.List;
import java.util.function.Function;

/**
 * A path that is served.
 *
 * @param method GET, or POST for what has a body
 * @param type media type of its answers
 * @param open true: it takes further parameters, of any name
 * @param schema the name of its answers' schema among those of {@link OpenApi}; null: it has none
 */
record ServedRoute(
    String method,
    String path,
    String summary,
    String type,
    List<RouteParameter> params,
    boolean open,
    Function<HttpCall, ? extends HttpAnswer> handler,
    String schema) {
  static final String JSON = "application/json";
  static final String GET = "GET";
  private static final String POST = "POST";

  /** Its answers have no schema. */
  ServedRoute(
      String method,
      String path,
      String summary,
      String type,
      List<RouteParameter> params,
      boolean open,
      Function<HttpCall, ? extends HttpAnswer> handler) {
    this(method, path, summary, type, params, open, handler, null);
  }

  /** The same with a schema of its answers. */
  ServedRoute with(String answers) {
    return new ServedRoute(method, path, summary, type, params, open, handler, answers);
  }

  /** Answers with JSON, and takes these parameters alone. */
  static ServedRoute json(
      String path,
      String summary,
      Function<HttpCall, ? extends HttpAnswer> handler,
      RouteParameter... params) {
    return new ServedRoute(GET, path, summary, JSON, List.of(params), false, handler);
  }

  /** Takes a body, and answers with JSON. */
  static ServedRoute posted(
      String path,
      String summary,
      Function<HttpCall, ? extends HttpAnswer> handler,
      RouteParameter... params) {
    return new ServedRoute(POST, path, summary, JSON, List.of(params), false, handler);
  }

  boolean isPosted() {
    return method.equals(POST);
  }

  /** Answers, and never fails because of what was asked. */
  HttpAnswer answer(HttpCall call) {
    try {
      if (!open) {
        call.query().keySet().forEach(this::check);
      }
      return handler.apply(call);
    } catch (RuntimeException e) {
      ProblemDetails problem = ProblemDetails.of(e);
      if (problem == null) {
        throw e;
      }
      return problem.reply();
    }
  }

  private void check(String name) {
    List<String> known =
        params.stream().filter(RouteParameter::isInQuery).map(RouteParameter::name).toList();
    if (!known.contains(name)) {
      throw ProblemDetails.bad(
          "there is no parameter '" + name + "'" + SpellingSuggestion.after(name, known),
          known.isEmpty() ? "leave it out" : "it takes " + String.join(", ", known));
    }
  }
}
