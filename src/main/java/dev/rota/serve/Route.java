package dev.rota.serve;

import dev.rota.http.Answer;
import dev.rota.http.Call;
import dev.rota.text.Suggestion;
import java.util.List;
import java.util.function.Function;

/**
 * A path that is served with GET.
 *
 * @param type media type of its answers
 * @param open true: it takes further parameters, of any name
 */
record Route(
    String path,
    String summary,
    String type,
    List<Param> params,
    boolean open,
    Function<Call, ? extends Answer> handler) {
  static final String JSON = "application/json";

  /** Answers with JSON, and takes these parameters alone. */
  static Route json(
      String path, String summary, Function<Call, ? extends Answer> handler, Param... params) {
    return new Route(path, summary, JSON, List.of(params), false, handler);
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
