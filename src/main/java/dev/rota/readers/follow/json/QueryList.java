package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.QueryHelp;
import java.util.TreeMap;

/** A domain's queries. */
public final class QueryList {
  private QueryList() {}

  /**
   * By name the arguments of each, and what it is for: a sentence, and of each argument whether it
   * is needed and what it means.
   */
  public static ObjectNode of(Domain domain) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(domain.card().queries())
        .forEach(
            (name, query) -> {
              ArrayNode arguments = fields.withObject("/queries").putArray(name);
              query.arguments().forEach(arguments::add);
              fill(fields.withObject("/help").putObject(name), query.help());
            });
    return fields;
  }

  private static void fill(ObjectNode fields, QueryHelp help) {
    ArrayNode arguments = fields.put("about", help.about()).putArray("arguments");
    help.arguments()
        .forEach(
            one ->
                arguments
                    .addObject()
                    .put("name", one.name())
                    .put("about", one.about())
                    .put("required", one.required()));
  }
}
