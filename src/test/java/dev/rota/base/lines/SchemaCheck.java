package dev.rota.base.lines;

import dev.rota.base.lines.SchemaFinding.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * Whether the schemas of now may be released after those that were.
 *
 * <pre>
 * schemas/cores/ParathreadClaim.avsc                   now
 * schemas/released/1.0.0/cores/ParathreadClaim.avsc    a copy, never changed again
 * </pre>
 *
 * Every schema must be compatible both ways with every version of it that was released
 * (FULL_TRANSITIVE); only names are compared with the last one alone.
 *
 * @param versions what was released, the oldest first
 * @param findings what is wrong, empty when nothing is
 */
public record SchemaCheck(List<String> versions, List<SchemaFinding> findings) {
  /** By numbers, so that 1.10.0 comes after 1.9.0. */
  private static final Comparator<String> OLDEST_FIRST =
      Comparator.<String, int[]>comparing(SchemaCheck::numbers, Arrays::compare)
          .thenComparing(Comparator.naturalOrder());

  public SchemaCheck {
    versions = List.copyOf(versions);
    findings = List.copyOf(findings);
  }

  /**
   * Compares {@code <folder>/<domain>/*.avsc} with {@code <released>/<version>/<domain>/*.avsc}.
   *
   * @param released need not be there: then nothing was released yet
   * @throws IOException when a file or folder cannot be read
   */
  public static SchemaCheck of(Path folder, Path released) throws IOException {
    var findings = new ArrayList<SchemaFinding>();
    var now = new SchemaFolder(folder, "", findings).read();
    now.forEach((file, schema) -> SchemaStyle.check(file, schema, findings));
    var versions = versions(released);
    for (var version : versions) {
      boolean last = version.equals(versions.get(versions.size() - 1));
      var before = new SchemaFolder(released.resolve(version), version, findings).read();
      compare(now, version, before, last, findings);
    }
    return new SchemaCheck(versions, findings);
  }

  private static void compare(
      Map<String, Schema> now,
      String version,
      Map<String, Schema> released,
      boolean last,
      List<SchemaFinding> findings) {
    released.forEach(
        (file, schema) -> {
          if (!now.containsKey(file)) {
            findings.add(
                new SchemaFinding(
                    file,
                    Rule.KEPT,
                    "",
                    "in " + version + ", not now",
                    "was released and is gone or unreadable; put it back, its records are in topics"));
            return;
          }
          var pair = new SchemaEvolution(file, version, now.get(file), schema, findings);
          pair.checkBothWays();
          if (last) {
            pair.checkRenames();
          }
        });
  }

  private static List<String> versions(Path released) throws IOException {
    if (!Files.isDirectory(released)) {
      return List.of();
    }
    try (var folders = Files.list(released)) {
      return folders
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .sorted(OLDEST_FIRST)
          .toList();
    }
  }

  private static int[] numbers(String version) {
    return Arrays.stream(version.split("[^0-9]+", -1))
        .filter(part -> !part.isEmpty() && part.length() < 10)
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
