package dev.rota.serve;

import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.follow.LiveDomain;
import dev.rota.follow.NotHere;
import dev.rota.http.Answer;
import dev.rota.http.Call;
import dev.rota.text.Suggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The domains that are followed, by name. */
final class Live {
  private final Map<String, LiveDomain<?, ?, ?>> domains = new LinkedHashMap<>();

  private final Elsewhere elsewhere;

  Live(List<LiveDomain<?, ?, ?>> all, Elsewhere elsewhere) {
    this.elsewhere = elsewhere;
    all.forEach(one -> domains.put(one.domain().name(), one));
  }

  /** A question to one of them. Its types are known inside. */
  interface Question {
    <S extends State, I, F extends Fact<S>> Answer of(LiveDomain<S, I, F> domain, Call call);
  }

  List<LiveDomain<?, ?, ?>> all() {
    return List.copyOf(domains.values());
  }

  /** Asks the domain that the path names, or names who follows the lane's partition. */
  Function<Call, Answer> asking(Question question) {
    return call -> {
      LiveDomain<?, ?, ?> domain = named(Values.place(call, "domain"));
      try {
        return question.of(domain, call);
      } catch (NotHere e) {
        String server =
            elsewhere.server(domain.domain().name(), e.partition()).orElseThrow(() -> e);
        return Problem.redirect("http://" + server + call.target(), e.getMessage());
      }
    };
  }

  private LiveDomain<?, ?, ?> named(String name) {
    LiveDomain<?, ?, ?> found = domains.get(name);
    if (found == null) {
      throw Problem.missing(
          "no domain '" + name + "' is followed here" + Suggestion.after(name, domains.keySet()),
          "name one of " + String.join(", ", domains.keySet()));
    }
    return found;
  }
}
