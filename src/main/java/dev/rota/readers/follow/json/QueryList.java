package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.Domain;
import java.util.TreeMap;

/** A domain's queries. */
public final class QueryList {
  private QueryList() {}

  /** The arguments of each, by name. */
  public static ObjectNode of(Domain<?, ?, ?> domain) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(domain.queries())
        .forEach(
            (name, query) -> {
              ArrayNode arguments = fields.withObject("/queries").putArray(name);
              query.arguments().forEach(arguments::add);
            });
    return fields;
  }
}
