package dev.rota.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A method and a path with places ({@code *}), and what answers there. */
record Route(String method, List<String> pattern, Answer answer) {
  private static final String PLACE = "*";

  /** Answers with JSON, or throws a {@link RegistryError}. */
  @FunctionalInterface
  interface Answer {
    JsonNode to(RegistryCall call);
  }

  static Route of(String methodAndPath, Answer answer) {
    var space = methodAndPath.indexOf(' ');
    return new Route(
        methodAndPath.substring(0, space),
        RegistryCall.segments(methodAndPath.substring(space + 1)),
        answer);
  }

  /** What stands in the places; empty if this is another path. */
  Optional<List<String>> match(List<String> segments) {
    if (segments.size() != pattern.size()) {
      return Optional.empty();
    }
    var places = new ArrayList<String>();
    for (var i = 0; i < pattern.size(); i++) {
      if (pattern.get(i).equals(PLACE)) {
        places.add(segments.get(i));
      } else if (!pattern.get(i).equals(segments.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(places);
  }
}
