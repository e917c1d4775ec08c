package dev.rota.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rota.deploy.KubernetesTypes.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects that a folder's {@code kustomization.yaml} comes to, as far as this project uses
 * Kustomize: a field that is not known here is a failure. Names of generated ConfigMaps have no
 * hash.
 */
final class KustomizedObjects {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Set<String> KNOWN =
      Set.of(
          "apiVersion",
          "kind",
          "namespace",
          "resources",
          "components",
          "configMapGenerator",
          "patches",
          "labels",
          "images");

  /** By kind and name. */
  private final Map<String, ObjectNode> objects = new LinkedHashMap<>();

  static List<ObjectNode> of(Path folder) throws IOException {
    KustomizedObjects built = new KustomizedObjects();
    built.apply(folder);
    return List.copyOf(built.objects.values());
  }

  /** All documents of a file. */
  static List<ObjectNode> documents(String text) throws IOException {
    try (var read = YAML.readerFor(ObjectNode.class).<ObjectNode>readValues(text)) {
      return read.readAll();
    }
  }

  private void apply(Path folder) throws IOException {
    JsonNode made = YAML.readTree(folder.resolve("kustomization.yaml").toFile());
    made.fieldNames()
        .forEachRemaining(
            field -> {
              if (!KNOWN.contains(field)) {
                throw new IllegalStateException(folder + ": " + field + " is not known here");
              }
            });
    for (JsonNode resource : made.path("resources")) {
      add(folder.resolve(resource.asText()).normalize());
    }
    for (JsonNode generator : made.path("configMapGenerator")) {
      generate(folder, generator);
    }
    for (JsonNode component : made.path("components")) {
      apply(folder.resolve(component.asText()).normalize());
    }
    for (JsonNode patch : made.path("patches")) {
      patch(folder, patch);
    }
    for (ObjectNode object : objects.values()) {
      mark(object, made);
    }
  }

  private void add(Path resource) throws IOException {
    if (Files.isDirectory(resource)) {
      of(resource).forEach(this::put);
    } else {
      documents(Files.readString(resource)).forEach(this::put);
    }
  }

  private void put(ObjectNode object) {
    if (objects.put(Names.of(object), object) != null) {
      throw new IllegalStateException(Names.of(object) + " is there twice");
    }
  }

  private void generate(Path folder, JsonNode generator) throws IOException {
    String name = generator.path("name").asText();
    ObjectNode map = objects.get("ConfigMap/" + name);
    boolean merges = generator.path("behavior").asText().equals("merge");
    if (merges == (map == null)) {
      throw new IllegalStateException(folder + ": " + name + " is there already, or not at all");
    }
    if (map == null) {
      map = YAML.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
      map.putObject("metadata").put("name", name);
      map.putObject("data");
      put(map);
    }
    ObjectNode data = (ObjectNode) map.get("data");
    for (JsonNode file : generator.path("envs")) {
      for (String line : Files.readAllLines(folder.resolve(file.asText()))) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] sides = line.split("=", 2);
          data.put(sides[0], sides[1]);
        }
      }
    }
    for (JsonNode file : generator.path("files")) {
      data.put(file.asText(), Files.readString(folder.resolve(file.asText())));
    }
    JsonNode labels = generator.at("/options/labels");
    if (labels.isObject()) {
      ((ObjectNode) map.get("metadata")).set("labels", labels);
    }
  }

  private void patch(Path folder, JsonNode patch) throws IOException {
    if (patch.has("path")) {
      ObjectNode with =
          documents(Files.readString(folder.resolve(patch.path("path").asText()))).get(0);
      merge(found(Names.of(with)), with);
      return;
    }
    JsonNode target = patch.path("target");
    ObjectNode object = found(target.path("kind").asText() + "/" + target.path("name").asText());
    for (JsonNode operation : YAML.readTree(patch.path("patch").asText())) {
      String path = operation.path("path").asText();
      int last = path.lastIndexOf('/');
      JsonNode parent = object.at(path.substring(0, last));
      boolean removed =
          operation.path("op").asText().equals("remove")
              && parent instanceof ObjectNode fields
              && fields.remove(path.substring(last + 1)) != null;
      if (!removed) {
        throw new IllegalStateException(folder + ": " + operation + " finds nothing to remove");
      }
    }
  }

  private ObjectNode found(String name) {
    if (!objects.containsKey(name)) {
      throw new IllegalStateException("a patch is for " + name + ", which is not there");
    }
    return objects.get(name);
  }

  /** A strategic merge: maps are merged, null removes, and lists of named things are merged. */
  private static void merge(ObjectNode object, JsonNode with) {
    with.properties()
        .forEach(
            field -> {
              JsonNode old = object.get(field.getKey());
              JsonNode now = field.getValue();
              if (now.isNull()) {
                object.remove(field.getKey());
              } else if (old instanceof ObjectNode inner && now.isObject()) {
                merge(inner, now);
              } else if (old instanceof ArrayNode list && key(now) != null) {
                mergeList(list, now, key(now));
              } else {
                object.set(field.getKey(), withoutNulls(now));
              }
            });
  }

  /** Kustomize keeps the order of the patch, and puts what only the object has after it. */
  private static void mergeList(ArrayNode list, JsonNode with, String key) {
    List<JsonNode> merged = new ArrayList<>();
    for (JsonNode one : with) {
      JsonNode found = withoutNulls(one);
      for (JsonNode old : list) {
        if (old.path(key).equals(one.path(key))) {
          merge((ObjectNode) old, one);
          found = old;
        }
      }
      merged.add(found);
    }
    list.forEach(
        old -> {
          if (merged.stream().noneMatch(one -> one.path(key).equals(old.path(key)))) {
            merged.add(old);
          }
        });
    list.removeAll();
    list.addAll(merged);
  }

  private static String key(JsonNode list) {
    JsonNode first = list.path(0);
    return !list.isArray()
        ? null
        : first.has("mountPath") ? "mountPath" : first.has("name") ? "name" : null;
  }

  private static JsonNode withoutNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.removeIf(JsonNode::isNull);
    }
    return node;
  }

  private static void mark(ObjectNode object, JsonNode made) {
    ObjectNode metadata = (ObjectNode) object.get("metadata");
    if (made.has("namespace") && !object.path("kind").asText().equals("Namespace")) {
      metadata.set("namespace", made.get("namespace"));
    }
    for (JsonNode labels : made.path("labels")) {
      ObjectNode all =
          metadata.has("labels")
              ? (ObjectNode) metadata.get("labels")
              : metadata.putObject("labels");
      all.setAll((ObjectNode) labels.get("pairs").deepCopy());
    }
    for (JsonNode image : made.path("images")) {
      for (JsonNode container : object.at("/spec/template/spec/containers")) {
        if (container.path("image").equals(image.path("name"))) {
          String name = image.path("name").asText() + ":" + image.path("newTag").asText();
          ((ObjectNode) container).set("image", TextNode.valueOf(name));
        }
      }
    }
  }
}
