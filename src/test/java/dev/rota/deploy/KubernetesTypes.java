package dev.rota.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The types of Kubernetes, Strimzi, KEDA and Prometheus Operator that the manifests use, each with
 * all of its fields. A line of the table is a type and its fields, such as {@code name!:string}:
 * {@code !} is required, {@code []} a list, <code>{}</code> a map, and {@code =} says which values
 * there are.
 */
final class KubernetesTypes {
  static final Path TABLE = Path.of("src/test/resources/kubernetes/types.txt");

  private record ObjectField(String type, boolean required) {}

  private final Map<String, Map<String, ObjectField>> types = new TreeMap<>();

  static KubernetesTypes read() throws IOException {
    KubernetesTypes read = new KubernetesTypes();
    Files.readAllLines(TABLE).stream().filter(line -> !line.startsWith("#")).forEach(read::define);
    return read;
  }

  private void define(String line) {
    String[] words = line.split(" ", -1);
    Map<String, ObjectField> fields = new TreeMap<>();
    Arrays.stream(words)
        .skip(1)
        .forEach(
            word -> {
              String[] sides = word.split(":", 2);
              boolean required = sides[0].endsWith("!");
              fields.put(sides[0].replace("!", ""), new ObjectField(sides[1], required));
            });
    types.put(words[0], fields);
  }

  /** What is wrong with an object, each with its place. */
  List<String> problems(JsonNode object) {
    List<String> problems = new ArrayList<>();
    check(object, object.path("kind").asText(), Names.of(object), problems);
    return problems;
  }

  private void check(JsonNode value, String type, String where, List<String> problems) {
    if (type.startsWith("[]")) {
      int at = 0;
      for (JsonNode one : expect(value.isArray(), value, type, where, problems)) {
        check(one, type.substring(2), where + "[" + at++ + "]", problems);
      }
    } else if (type.startsWith("{}")) {
      expect(value.isObject(), value, type, where, problems)
          .properties()
          .forEach(
              one ->
                  check(one.getValue(), type.substring(2), where + "." + one.getKey(), problems));
    } else if (types.containsKey(type)) {
      expect(value.isObject(), value, type, where, problems);
      fields(value, type, where, problems);
    } else {
      scalar(value, type, where, problems);
    }
  }

  private void fields(JsonNode value, String type, String where, List<String> problems) {
    Map<String, ObjectField> fields = types.get(type);
    fields.forEach(
        (name, field) -> {
          if (field.required() && !value.has(name)) {
            problems.add(where + " lacks " + name);
          }
        });
    value
        .properties()
        .forEach(
            one -> {
              ObjectField field = fields.get(one.getKey());
              if (field == null) {
                problems.add(where + ": " + type + " has no field " + one.getKey());
              } else {
                check(one.getValue(), field.type(), where + "." + one.getKey(), problems);
              }
            });
  }

  private static void scalar(JsonNode value, String type, String where, List<String> problems) {
    String[] sides = type.split("=", 2);
    boolean fits =
        switch (sides[0]) {
          case "string" -> value.isTextual();
          case "number" -> value.isNumber();
          case "boolean" -> value.isBoolean();
          case "intOrString" -> value.isInt() || value.isTextual();
          case "any" -> true;
          default -> throw new IllegalStateException(where + ": " + TABLE + " has no type " + type);
        };
    expect(fits, value, type, where, problems);
    if (sides.length == 2 && !List.of(sides[1].split("\\|")).contains(value.asText())) {
      problems.add(where + " is " + value + ", none of " + sides[1]);
    }
  }

  private static JsonNode expect(
      boolean fits, JsonNode value, String type, String where, List<String> problems) {
    if (!fits) {
      problems.add(where + " is " + value + ", and no " + type);
    }
    return value;
  }

  /** How an object is named in messages. */
  static final class Names {
    private Names() {}

    static String of(JsonNode object) {
      return object.path("kind").asText() + "/" + object.at("/metadata/name").asText();
    }
  }
}
