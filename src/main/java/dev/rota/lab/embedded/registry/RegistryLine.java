package dev.rota.lab.embedded.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/**
 * A fact as a record of the {@code _schemas} topic, in the common format of Schema Registries.
 *
 * <p>Compaction compares keys as bytes, so their fields have a fixed order: keytype, subject,
 * version, magic.
 *
 * @param value empty for a tombstone
 */
record RegistryLine(String key, Optional<String> value) {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  static RegistryLine of(RegistryFact fact) {
    if (fact instanceof RegistryFact.Put put) {
      return new RegistryLine(
          schemaKey(put.schema().subject(), put.schema().version()),
          Optional.of(schemaValue(put.schema())));
    }
    if (fact instanceof RegistryFact.Removed gone) {
      return new RegistryLine(schemaKey(gone.subject(), gone.version()), Optional.empty());
    }
    if (fact instanceof RegistryFact.SubjectDeleted deleted) {
      return new RegistryLine(
          key("DELETE_SUBJECT", deleted.subject()).put("magic", 0).toString(),
          Optional.of(
              JSON.createObjectNode()
                  .put("subject", deleted.subject())
                  .put("version", deleted.upTo())
                  .toString()));
    }
    if (fact instanceof RegistryFact.Set set) {
      return new RegistryLine(
          key(set.setting().name(), set.subject()).put("magic", 0).toString(),
          set.value().map(value -> settingValue(set, value)));
    }
    throw new AssertionError(fact);
  }

  /**
   * Parses a record of this or another registry.
   *
   * @param value null for a tombstone
   * @return empty for records without meaning here, such as a leader's NOOP
   * @throws IOException if it is not a registry's record
   */
  static Optional<RegistryFact> parse(byte[] key, byte[] value) throws IOException {
    if (key == null) {
      throw new IOException("a record without a key");
    }
    var keyNode = JSON.readTree(key);
    var kind = keyNode.path("keytype").asText();
    var subject = text(keyNode, "subject");
    return switch (kind) {
      case "SCHEMA" -> Optional.of(schema(keyNode, value));
      case "DELETE_SUBJECT" ->
          value == null
              ? Optional.empty()
              : Optional.of(
                  new RegistryFact.SubjectDeleted(
                      subject, number(JSON.readTree(value), "version")));
      case "CONFIG", "MODE" -> Optional.of(setting(SubjectSetting.valueOf(kind), subject, value));
      default -> Optional.empty();
    };
  }

  byte[] keyBytes() {
    return key.getBytes(UTF_8);
  }

  byte[] valueBytesOrNull() {
    return value.map(it -> it.getBytes(UTF_8)).orElse(null);
  }

  private static ObjectNode key(String kind, String subject) {
    var key = JSON.createObjectNode().put("keytype", kind);
    return subject.isEmpty() ? key : key.put("subject", subject);
  }

  private static String schemaKey(String subject, int version) {
    return key("SCHEMA", subject).put("version", version).put("magic", 1).toString();
  }

  private static String schemaValue(StoredSchema schema) {
    var value =
        JSON.createObjectNode()
            .put("subject", schema.subject())
            .put("version", schema.version())
            .put("id", schema.id())
            .put("schemaType", schema.type());
    if (!schema.references().isEmpty()) {
      value.set("references", SchemaJson.references(schema.references()));
    }
    return value.put("schema", schema.text()).put("deleted", schema.deleted()).toString();
  }

  private static String settingValue(RegistryFact.Set set, String value) {
    var node = JSON.createObjectNode();
    if (!set.subject().isEmpty()) {
      node.put("subject", set.subject());
    }
    return node.put(set.setting().field(), value).toString();
  }

  private static RegistryFact schema(JsonNode key, byte[] value) throws IOException {
    var subject = text(key, "subject");
    var version = number(key, "version");
    if (value == null) {
      return new RegistryFact.Removed(subject, version);
    }
    var node = JSON.readTree(value);
    return new RegistryFact.Put(
        new StoredSchema(
            subject,
            version,
            number(node, "id"),
            node.path("schemaType").asText("AVRO"),
            SchemaJson.readReferences(node.path("references")),
            text(node, "schema"),
            node.path("deleted").asBoolean(),
            0));
  }

  private static RegistryFact setting(SubjectSetting setting, String subject, byte[] value)
      throws IOException {
    if (value == null) {
      return new RegistryFact.Set(setting, subject, Optional.empty());
    }
    var asked = JSON.readTree(value).path(setting.field());
    return new RegistryFact.Set(
        setting, subject, asked.isTextual() ? Optional.of(asked.asText()) : Optional.empty());
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText("");
  }

  private static int number(JsonNode node, String field) throws IOException {
    var value = node.path(field);
    if (!value.isInt()) {
      throw new IOException("its field " + field + " is not a number");
    }
    return value.intValue();
  }
}
