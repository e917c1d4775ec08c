package dev.rota.cli;

import dev.rota.Domains;
import dev.rota.domain.Domain;
import dev.rota.lines.Suggestion;
import java.util.ArrayList;
import java.util.List;

/** Domains by the names that people type. */
final class DomainChoice {
  private static final String ALL = "all";

  private DomainChoice() {}

  static Domain<?, ?, ?> named(String name) {
    return Domains.ALL.stream()
        .filter(domain -> domain.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  /** All domains for {@code all}, or for no name. */
  static List<Domain<?, ?, ?>> named(List<String> names) {
    if (names.isEmpty() || names.equals(List.of(ALL))) {
      return Domains.ALL;
    }
    List<Domain<?, ?, ?>> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(named(name));
    }
    return chosen;
  }

  static List<String> names() {
    return Domains.ALL.stream().<String>map(Domain::name).toList();
  }

  private static Failure unknown(String name) {
    return new Failure(
        Exit.USAGE,
        "there is no domain '" + name + "'",
        "the domains are " + String.join(", ", names()),
        Suggestion.nearest(name, names())
            .map(near -> "did you mean '" + near + "'?")
            .orElse("name one of these"));
  }
}
