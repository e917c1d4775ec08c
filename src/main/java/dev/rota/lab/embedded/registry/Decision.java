package dev.rota.lab.embedded.registry;

import java.util.List;

/** An answer, and the facts that must be in the log before it is given. */
record Decision<T>(T answer, List<RegistryFact> facts) {
  Decision {
    facts = List.copyOf(facts);
  }
}
