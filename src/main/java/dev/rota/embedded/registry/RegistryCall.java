package dev.rota.embedded.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One request: what stood in the path's places, the query, the body. */
final class RegistryCall {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final List<String> places;
  private final Map<String, String> query;
  private final byte[] body;

  RegistryCall(List<String> places, Map<String, String> query, byte[] body) {
    this.places = places;
    this.query = query;
    this.body = body;
  }

  /** The path's first place, in most calls the subject. */
  String first() {
    return places.get(0);
  }

  String second() {
    return places.get(1);
  }

  String subjectOrGlobal() {
    return places.isEmpty() ? Setting.GLOBAL : first();
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(query.get(name));
  }

  Optional<String> query(String name) {
    return Optional.ofNullable(query.get(name));
  }

  DeletedFilter showing() {
    return DeletedFilter.of(flag("deleted"), flag("deletedOnly"));
  }

  /** The body's fields. */
  JsonNode body() {
    try {
      var node = JSON.readTree(body);
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

  /** The body's schema; an absent type means AVRO. */
  SchemaInput schema() {
    var fields = body();
    var text = text(fields, "schema").orElse("");
    if (text.isBlank()) {
      throw RegistryError.invalidSchema("the body's field 'schema' is missing or empty", null);
    }
    return new SchemaInput(
        text,
        text(fields, "schemaType").orElse("AVRO"),
        SchemaJson.readReferences(fields.path("references")));
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

  /** The path's parts, decoded one by one, so that a subject may hold an encoded slash. */
  static List<String> segments(String rawPath) {
    var segments = new ArrayList<String>();
    for (var part : rawPath.split("/", -1)) {
      segments.add(decoded(part.replace("+", "%2B")));
    }
    segments.remove(0);
    if (!segments.isEmpty() && segments.get(segments.size() - 1).isEmpty()) {
      segments.remove(segments.size() - 1);
    }
    return segments;
  }

  /** Unescaped; of a name given twice the first counts. */
  static Map<String, String> parameters(String rawQuery) {
    if (rawQuery == null) {
      return Map.of();
    }
    var query = new HashMap<String, String>();
    for (var part : rawQuery.split("&", -1)) {
      var equals = part.indexOf('=');
      var name = equals < 0 ? part : part.substring(0, equals);
      query.putIfAbsent(decoded(name), equals < 0 ? "" : decoded(part.substring(equals + 1)));
    }
    return query;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RegistryError(400, "The address holds a broken % escape: " + text, e);
    }
  }
}
