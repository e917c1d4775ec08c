package dev.rota.lab.embedded.registry;

import java.util.List;

/** A schema in a client's request. */
record SchemaInput(String text, String type, List<SchemaReference> references) {
  SchemaInput {
    references = List.copyOf(references);
  }
}
