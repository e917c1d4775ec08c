package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** The protocol's JSON forms of a schema. They differ by call, and clients rely on that. */
final class SchemaJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SchemaJson() {}

  static ObjectNode registered(StoredSchema schema) {
    var node = NODES.objectNode().put("id", schema.id()).put("version", schema.version());
    return content(node.put("guid", schema.guid()), schema);
  }

  static ObjectNode found(StoredSchema schema) {
    var node =
        NODES
            .objectNode()
            .put("subject", schema.subject())
            .put("version", schema.version())
            .put("id", schema.id())
            .put("guid", schema.guid());
    return content(node, schema);
  }

  static ObjectNode version(StoredSchema schema) {
    return marks(found(schema), schema);
  }

  /** Returns a schema for a request by id. The id itself is not repeated. */
  static ObjectNode byId(StoredSchema schema) {
    var node = content(NODES.objectNode(), schema);
    node.put("subject", schema.subject())
        .put("version", schema.version())
        .put("guid", schema.guid());
    return marks(node, schema);
  }

  static ArrayNode references(List<SchemaReference> references) {
    var array = NODES.arrayNode();
    for (var reference : references) {
      array
          .addObject()
          .put("name", reference.name())
          .put("subject", reference.subject())
          .put("version", reference.version());
    }
    return array;
  }

  static List<SchemaReference> readReferences(JsonNode array) {
    var references = new ArrayList<SchemaReference>();
    for (var node : array) {
      references.add(
          new SchemaReference(
              node.path("name").asText(""),
              node.path("subject").asText(""),
              node.path("version").asInt()));
    }
    return references;
  }

  private static ObjectNode content(ObjectNode node, StoredSchema schema) {
    node.put("schemaType", schema.type());
    if (!schema.references().isEmpty()) {
      node.set("references", references(schema.references()));
    }
    return node.put("schema", schema.text());
  }

  private static ObjectNode marks(ObjectNode node, StoredSchema schema) {
    return node.put("ts", schema.atMillis()).put("deleted", schema.deleted());
  }
}
