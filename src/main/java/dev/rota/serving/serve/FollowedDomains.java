package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.text.SpellingSuggestion;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.PartitionNotFollowed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The domains that are followed, by name, and the capsules that are open. */
final class FollowedDomains {
  private final Map<String, LiveDomain> domains = new LinkedHashMap<>();
  private final AnswerCache lately = new AnswerCache(System::nanoTime);
  private final OpenCapsules capsules;
  private final ProcessContext elsewhere;

  FollowedDomains(List<LiveDomain> followed, OpenCapsules capsules, ProcessContext elsewhere) {
    followed.forEach(one -> domains.put(one.domain().name(), one));
    this.capsules = capsules;
    this.elsewhere = elsewhere;
  }

  /** A question to one of them. Its types are known inside. */
  interface Question {
    HttpAnswer of(LiveDomain domain, HttpCall call);
  }

  /** Those that grow. */
  List<LiveDomain> followed() {
    return List.copyOf(domains.values());
  }

  /** What this process knows beside them. */
  ProcessContext elsewhere() {
    return elsewhere;
  }

  /** All that can be asked, by name. */
  Map<String, LiveDomain> all() {
    Map<String, LiveDomain> all = new LinkedHashMap<>(domains);
    all.putAll(capsules.all());
    return all;
  }

  /** What another process says of its capsules, in its list {@code domains} at this path. */
  List<ObjectNode> beside(String path) {
    return capsules.domains(path);
  }

  /** Asks the domain that the path names, or names who follows the lane's partition. */
  Function<HttpCall, HttpAnswer> asking(Question question) {
    return orBeside(here(question));
  }

  /** Asks another process if it has the domain. Nobody here waits for one who asks there. */
  private Function<HttpCall, HttpAnswer> orBeside(Function<HttpCall, HttpAnswer> here) {
    return call ->
        capsules
            .beside(ParameterValues.place(call, "domain"))
            .<HttpAnswer>map(process -> process.answer(call))
            .orElseGet(() -> here.apply(call));
  }

  private Function<HttpCall, HttpAnswer> here(Question question) {
    return call -> {
      LiveDomain domain = named(ParameterValues.place(call, "domain"));
      try {
        return question.of(domain, call);
      } catch (PartitionNotFollowed e) {
        String server =
            elsewhere.server(domain.domain().name(), e.partition()).orElseThrow(() -> e);
        return ProblemDetails.elsewhere(call, "http://" + server, e.getMessage());
      }
    };
  }

  /** As {@code asking}, of a question that many ask again and again. */
  Function<HttpCall, HttpAnswer> sharing(Question question) {
    return orBeside(lately.sharing(here(question)));
  }

  private LiveDomain named(String name) {
    Map<String, LiveDomain> all = all();
    LiveDomain found = all.get(name);
    if (found == null) {
      throw ProblemDetails.missing(
          "no domain '"
              + name
              + "' is followed here"
              + SpellingSuggestion.after(name, all.keySet()),
          all.isEmpty() ? "open a capsule" : "name one of " + String.join(", ", all.keySet()));
    }
    return found;
  }
}
