package dev.rota.lab.embedded.registry;

import java.util.List;

/** An answer, and the facts that must be in the log before it is given. */
record RegistryDecision<T>(T answer, List<RegistryFact> facts) {
  RegistryDecision {
    facts = List.copyOf(facts);
  }
}
