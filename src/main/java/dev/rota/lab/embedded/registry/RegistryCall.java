package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.http.HttpCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** A request of the registry's protocol. */
record RegistryCall(HttpCall call) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LATEST = -1;

  String place(String name) {
    return call.places().get(name);
  }

  String subject() {
    return call.places().getOrDefault("subject", SchemaStore.GLOBAL);
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(call.query().get(name));
  }

  String query(String name) {
    return call.query().getOrDefault(name, "");
  }

  /** Whether versions that are marked as deleted are shown too. */
  boolean evenDeleted() {
    return flag("deleted");
  }

  int id() {
    try {
      return Integer.parseInt(place("id"));
    } catch (NumberFormatException e) {
      throw new RegistryError(404, "'" + place("id") + "' is not a schema id", e);
    }
  }

  /** The version that is asked for: a number from 1, or {@code latest}, which is never deleted. */
  SchemaVersion versionIn(SchemaStore store) {
    return numbered(store, evenDeleted())
        .orElseThrow(
            () ->
                store.versions(subject(), evenDeleted()).isEmpty()
                    ? RegistryError.noSubject(subject())
                    : RegistryError.noVersion(place("version")));
  }

  /** With which versions a schema is compared: with all, or with the one that is asked for. */
  List<SchemaVersion> comparedIn(SchemaStore store) {
    if (place("version") == null) {
      return store.versions(subject(), false);
    }
    var one = numbered(store, false);
    if (one.isEmpty() && number() != LATEST) {
      throw RegistryError.noVersion(place("version"));
    }
    return one.stream().toList();
  }

  private Optional<SchemaVersion> numbered(SchemaStore store, boolean evenDeleted) {
    var number = number();
    return number == LATEST
        ? store.latest(subject())
        : store.versions(subject(), evenDeleted).stream()
            .filter(it -> it.version() == number)
            .findFirst();
  }

  private int number() {
    var asked = place("version");
    if (asked.equals("latest") || asked.equals("-1")) {
      return LATEST;
    }
    if (!asked.matches("[1-9]\\d{0,8}")) {
      throw new RegistryError(
          42202, "The version '" + asked + "' is neither a number from 1 nor 'latest'");
    }
    return Integer.parseInt(asked);
  }

  /** The body's schema. One with an id is as another registry has it, such as one of a backup. */
  SchemaVersion schema() {
    var fields = body();
    var text = text(fields, "schema");
    if (text.isBlank()) {
      throw RegistryError.invalidSchema("the body's field 'schema' is missing or empty", null);
    }
    var type = text(fields, "schemaType");
    int id = fields.path("id").asInt();
    return new SchemaVersion(
        subject(),
        fields.path("version").asInt(),
        id,
        type.isEmpty() ? SchemaVersion.AVRO : type,
        fields.path("references"),
        text,
        id > 0 && fields.path("deleted").asBoolean(),
        0);
  }

  String level() {
    return text(body(), "compatibility");
  }

  private JsonNode body() {
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

  /** Empty if there is none. */
  private static String text(JsonNode fields, String name) {
    var field = fields.path(name);
    if (!field.isMissingNode() && !field.isNull() && !field.isTextual()) {
      throw new RegistryError(400, "The body's field '" + name + "' has to be a string");
    }
    return field.asText("");
  }
}
