package dev.rota.serving.serve;

import dev.rota.base.http.Answer;
import dev.rota.base.http.Call;
import dev.rota.base.text.Suggestion;
import java.util.List;
import java.util.function.Function;

/**
 * A path that is served.
 *
 * @param method GET, or POST for what has a body
 * @param type media type of its answers
 * @param open true: it takes further parameters, of any name
 */
record Route(
    String method,
    String path,
    String summary,
    String type,
    List<Param> params,
    boolean open,
    Function<Call, ? extends Answer> handler) {
  static final String JSON = "application/json";
  static final String GET = "GET";
  private static final String POST = "POST";

  /** Answers with JSON, and takes these parameters alone. */
  static Route json(
      String path, String summary, Function<Call, ? extends Answer> handler, Param... params) {
    return new Route(GET, path, summary, JSON, List.of(params), false, handler);
  }

  /** Takes a body, and answers with JSON. */
  static Route posted(
      String path, String summary, Function<Call, ? extends Answer> handler, Param... params) {
    return new Route(POST, path, summary, JSON, List.of(params), false, handler);
  }

  boolean isPosted() {
    return method.equals(POST);
  }

  /** Answers, and never fails because of what was asked. */
  Answer answer(Call call) {
    try {
      if (!open) {
        call.query().keySet().forEach(this::check);
      }
      return handler.apply(call);
    } catch (RuntimeException e) {
      Problem problem = Problem.of(e);
      if (problem == null) {
        throw e;
      }
      return problem.reply();
    }
  }

  private void check(String name) {
    List<String> known = params.stream().filter(Param::isInQuery).map(Param::name).toList();
    if (!known.contains(name)) {
      throw Problem.bad(
          "there is no parameter '" + name + "'" + Suggestion.after(name, known),
          known.isEmpty() ? "leave it out" : "it takes " + String.join(", ", known));
    }
  }
}
