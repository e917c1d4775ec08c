package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.Answer;
import dev.rota.base.http.Call;
import dev.rota.base.text.Suggestion;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.NotHere;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The domains that are followed, by name, and the capsules that are open. */
final class Live {
  private final Map<String, LiveDomain<?, ?, ?>> domains = new LinkedHashMap<>();
  private final Lately lately = new Lately(System::nanoTime);
  private final Capsules capsules;
  private final Elsewhere elsewhere;

  Live(List<LiveDomain<?, ?, ?>> followed, Capsules capsules, Elsewhere elsewhere) {
    followed.forEach(one -> domains.put(one.domain().name(), one));
    this.capsules = capsules;
    this.elsewhere = elsewhere;
  }

  /** A question to one of them. Its types are known inside. */
  interface Question {
    <S extends State, I, F extends Fact<S>> Answer of(LiveDomain<S, I, F> domain, Call call);
  }

  /** Those that grow. */
  List<LiveDomain<?, ?, ?>> followed() {
    return List.copyOf(domains.values());
  }

  /** What this process knows beside them. */
  Elsewhere elsewhere() {
    return elsewhere;
  }

  /** All that can be asked, by name. */
  Map<String, LiveDomain<?, ?, ?>> all() {
    Map<String, LiveDomain<?, ?, ?>> all = new LinkedHashMap<>(domains);
    all.putAll(capsules.all());
    return all;
  }

  /** What another process says of its capsules, in its list {@code domains} at this path. */
  List<ObjectNode> beside(String path) {
    return capsules.domains(path);
  }

  /** Asks the domain that the path names, or names who follows the lane's partition. */
  Function<Call, Answer> asking(Question question) {
    return orBeside(here(question));
  }

  /** Asks another process if it has the domain. Nobody here waits for one who asks there. */
  private Function<Call, Answer> orBeside(Function<Call, Answer> here) {
    return call ->
        capsules
            .beside(Values.place(call, "domain"))
            .<Answer>map(process -> process.answer(call))
            .orElseGet(() -> here.apply(call));
  }

  private Function<Call, Answer> here(Question question) {
    return call -> {
      LiveDomain<?, ?, ?> domain = named(Values.place(call, "domain"));
      try {
        return question.of(domain, call);
      } catch (NotHere e) {
        String server =
            elsewhere.server(domain.domain().name(), e.partition()).orElseThrow(() -> e);
        return Problem.elsewhere(call, "http://" + server, e.getMessage());
      }
    };
  }

  /** As {@code asking}, of a question that many ask again and again. */
  Function<Call, Answer> sharing(Question question) {
    return orBeside(lately.sharing(here(question)));
  }

  private LiveDomain<?, ?, ?> named(String name) {
    Map<String, LiveDomain<?, ?, ?>> all = all();
    LiveDomain<?, ?, ?> found = all.get(name);
    if (found == null) {
      throw Problem.missing(
          "no domain '" + name + "' is followed here" + Suggestion.after(name, all.keySet()),
          all.isEmpty() ? "open a capsule" : "name one of " + String.join(", ", all.keySet()));
    }
    return found;
  }
}
