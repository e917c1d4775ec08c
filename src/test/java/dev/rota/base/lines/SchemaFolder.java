package dev.rota.base.lines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.lines.SchemaFinding.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;

/**
 * The schemas below one folder, {@code <domain>/<Record>.avsc}; files may use each other's types.
 */
final class SchemaFolder {
  private static final String RELEASED = "released";
  private static final String SUFFIX = ".avsc";

  private final Path folder;
  private final String version;
  private final List<SchemaFinding> findings;

  /** What cannot be read is added to the findings, which name the version. */
  SchemaFolder(Path folder, String version, List<SchemaFinding> findings) {
    this.folder = folder;
    this.version = version;
    this.findings = findings;
  }

  /** By file, as in {@code cores/ParathreadClaim.avsc}. */
  SortedMap<String, Schema> read() throws IOException {
    var parser = new SchemaParser();
    var parsed = new TreeMap<String, SchemaParser.ParseResult>();
    for (var file : files()) {
      var name = folder.relativize(file).toString().replace('\\', '/');
      try {
        if (isOneRecord(name, JsonTree.parse(Files.readString(file)))) {
          parsed.put(name, parser.parse(file));
        }
      } catch (AvroRuntimeException | BadLine e) {
        addUnreadable(name, e);
      }
    }
    return resolved(parsed);
  }

  private List<Path> files() throws IOException {
    try (var all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(SUFFIX))
          .filter(file -> !folder.relativize(file).startsWith(RELEASED))
          .sorted()
          .toList();
    }
  }

  /** Only now, because a file may use a type of one that was parsed after it. */
  private SortedMap<String, Schema> resolved(Map<String, SchemaParser.ParseResult> parsed) {
    var schemas = new TreeMap<String, Schema>();
    parsed.forEach(
        (name, result) -> {
          try {
            schemas.put(name, result.mainSchema());
          } catch (AvroRuntimeException e) {
            addUnreadable(name, e);
          }
        });
    return schemas;
  }

  private boolean isOneRecord(String name, JsonNode json) {
    var parts = name.split("/", -1);
    if (parts.length != 2) {
      add(name, Rule.READABLE, "lies in no domain's folder; move it to <domain>/");
      return false;
    }
    if (!json.isObject() || !json.path("type").asText().equals("record")) {
      var found = json.isObject() ? json.path("type").toString() : ErrorText.found(json);
      add(
          name,
          Rule.ONE_RECORD,
          "expected one record at the top, got " + found + "; give every record a file of its own");
      return false;
    }
    var record = json.path("name").asText();
    if (!parts[1].equals(record + SUFFIX)) {
      add(name, Rule.ONE_RECORD, "holds " + record + "; name the file " + record + SUFFIX);
    }
    return true;
  }

  private void addUnreadable(String name, RuntimeException e) {
    add(name, Rule.READABLE, "Avro cannot read it: " + e.getMessage() + "; correct it");
  }

  private void add(String name, Rule rule, String why) {
    findings.add(new SchemaFinding(name, rule, "", version, why));
  }
}
