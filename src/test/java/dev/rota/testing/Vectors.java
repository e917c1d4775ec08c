package dev.rota.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Conformance vectors: those kept here, or with {@code -Drota.vectors=DIR} any others. */
public final class Vectors {
  private Vectors() {}

  /** A domain's files, by name; there is one at least. */
  public static List<Path> files(String domain) throws IOException {
    String given = System.getProperty("rota.vectors", "");
    Path folder = given.isEmpty() ? Path.of("src/test/resources/vectors", domain) : Path.of(given);
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
      assertThat(files).as("vectors (*.json) in %s", folder).isNotEmpty();
      return files;
    }
  }
}
