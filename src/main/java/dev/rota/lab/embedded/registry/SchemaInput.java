package dev.rota.lab.embedded.registry;

import java.util.List;

/**
 * A schema in a client's request.
 *
 * @param id that it must get where schemas are imported; 0: the request names none
 * @param version likewise
 */
record SchemaInput(
    String text, String type, List<SchemaReference> references, int id, int version) {
  SchemaInput {
    references = List.copyOf(references);
  }

  SchemaInput(String text, String type, List<SchemaReference> references) {
    this(text, type, references, 0, 0);
  }
}
