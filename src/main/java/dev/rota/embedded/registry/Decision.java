package dev.rota.embedded.registry;

import java.util.List;

/** An answer, and what has to be in the log before it may be given. */
record Decision<T>(T answer, List<RegistryFact> facts) {
  Decision {
    facts = List.copyOf(facts);
  }
}
