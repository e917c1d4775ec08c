package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A record of the {@code _schemas} topic, in the common format of Schema Registries.
 *
 * <p>Compaction compares keys as bytes, so their fields have a fixed order: keytype, subject,
 * version, magic.
 *
 * @param value null for a tombstone
 */
record RegistryLine(String key, String value) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  static RegistryLine of(SchemaVersion schema) {
    var key = key("SCHEMA", schema.subject()).put("version", schema.version()).put("magic", 1);
    return new RegistryLine(key.toString(), schema.logged().toString());
  }

  /** A subject gets this compatibility level or, with the empty name, all do. */
  static RegistryLine ofLevel(String subject, String level) {
    var value = NODES.objectNode();
    if (!subject.isEmpty()) {
      value.put("subject", subject);
    }
    value.put("compatibilityLevel", level);
    return new RegistryLine(key("CONFIG", subject).put("magic", 0).toString(), value.toString());
  }

  private static ObjectNode key(String kind, String subject) {
    var key = NODES.objectNode().put("keytype", kind);
    return subject.isEmpty() ? key : key.put("subject", subject);
  }
}
