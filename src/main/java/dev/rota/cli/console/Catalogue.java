package dev.rota.cli.console;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domains.Domains;
import dev.rota.topics.Topics;
import java.util.List;
import java.util.Optional;

/** The domains as the command line names them. */
public final class Catalogue {
  private static final String EVERY = "all";

  private Catalogue() {}

  /** The domain of this name. */
  public static Domain<?, ?, ?> domain(String name) {
    return Domains.ALL.stream()
        .filter(domain -> domain.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new Failure(
                    Exit.USAGE,
                    "no domain '" + name + "'",
                    "there are " + String.join(", ", names()) + Usage.suggestion(name, names()),
                    "name one of them"));
  }

  /** The domains of these names, all where {@code all} is among them. */
  public static List<Domain<?, ?, ?>> domains(List<String> names) {
    if (names.contains(EVERY) || names.isEmpty()) {
      return Domains.ALL;
    }
    return names.stream().<Domain<?, ?, ?>>map(Catalogue::domain).distinct().toList();
  }

  public static List<String> names() {
    return Domains.ALL.stream().map(Domain::name).toList();
  }

  /** The domain that has this topic, in or out. */
  public static Optional<Domain<?, ?, ?>> owner(String topic) {
    for (Domain<?, ?, ?> domain : Domains.ALL) {
      if (Topics.of(domain).stream().anyMatch(spec -> spec.name().equals(topic))) {
        return Optional.of(domain);
      }
    }
    return Optional.empty();
  }

  /** The domain's input, if the topic is one. */
  public static Optional<Input> input(Domain<?, ?, ?> domain, String topic) {
    return domain.wire().inputs().stream().filter(input -> input.topic().equals(topic)).findFirst();
  }
}
