package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rota.base.http.HttpCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** A request of the registry's protocol. */
final class RegistryCall {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final HttpCall call;

  RegistryCall(HttpCall call) {
    this.call = call;
  }

  String place(String name) {
    return call.places().get(name);
  }

  String subject() {
    return place("subject");
  }

  String subjectOrGlobal() {
    return call.places().getOrDefault("subject", SubjectSetting.GLOBAL);
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(call.query().get(name));
  }

  Optional<String> query(String name) {
    return Optional.ofNullable(call.query().get(name));
  }

  DeletedFilter showing() {
    return DeletedFilter.of(flag("deleted"), flag("deletedOnly"));
  }

  JsonNode body() {
    try {
      var node = JSON.readTree(call.body());
      if (node.isObject()) {
        return node;
      }
    } catch (JacksonException e) {
      throw new RegistryError(400, "The body is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new RegistryError(400, "The body has to be a JSON object");
  }

  /** Returns the body's schema. The type defaults to AVRO. */
  SchemaInput schema() {
    var fields = body();
    var text = text(fields, "schema").orElse("");
    if (text.isBlank()) {
      throw RegistryError.invalidSchema("the body's field 'schema' is missing or empty", null);
    }
    return new SchemaInput(
        text,
        text(fields, "schemaType").orElse("AVRO"),
        SchemaJson.readReferences(fields.path("references")),
        fields.path("id").asInt(),
        fields.path("version").asInt());
  }

  static Optional<String> text(JsonNode fields, String name) {
    var field = fields.path(name);
    if (field.isMissingNode() || field.isNull()) {
      return Optional.empty();
    }
    if (!field.isTextual()) {
      throw new RegistryError(400, "The body's field '" + name + "' has to be a string");
    }
    return Optional.of(field.textValue());
  }
}
