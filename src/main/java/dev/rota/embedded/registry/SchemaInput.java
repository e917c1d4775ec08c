package dev.rota.embedded.registry;

import java.util.List;

/** A schema as a client sends it. */
record SchemaInput(String text, String type, List<SchemaReference> references) {
  SchemaInput {
    references = List.copyOf(references);
  }
}
