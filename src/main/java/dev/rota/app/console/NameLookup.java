package dev.rota.app.console;

import dev.rota.base.text.SpellingSuggestion;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.topics.RequiredTopics;
import java.util.List;
import java.util.Optional;

/** Finds domains and topics by the names that users type. */
public final class NameLookup {
  private static final String EVERY = "all";

  private NameLookup() {}

  /** Returns the domain, or fails with the nearest name. */
  public static Domain domain(String name) {
    return Domains.ALL.stream()
        .filter(domain -> domain.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.USAGE,
                    "no domain '" + name + "'",
                    SpellingSuggestion.among(name, names()),
                    "name one of them"));
  }

  /** Returns the named domains, or all if {@code all} is among them. */
  public static List<Domain> domains(List<String> names) {
    if (names.contains(EVERY) || names.isEmpty()) {
      return Domains.ALL;
    }
    return names.stream().<Domain>map(NameLookup::domain).distinct().toList();
  }

  public static List<String> names() {
    return Domains.ALL.stream().map(Domain::name).toList();
  }

  /** Returns the domain that reads or writes this topic. */
  public static Optional<Domain> owner(String topic) {
    for (Domain domain : Domains.ALL) {
      if (RequiredTopics.withKept(domain).stream().anyMatch(spec -> spec.name().equals(topic))) {
        return Optional.of(domain);
      }
    }
    return Optional.empty();
  }

  public static Optional<InputTopic> input(Domain domain, String topic) {
    return domain.wire().inputs().stream().filter(input -> input.topic().equals(topic)).findFirst();
  }
}
