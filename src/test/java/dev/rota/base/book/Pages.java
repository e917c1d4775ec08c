package dev.rota.base.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The documents for people. */
public final class Pages {
  private static final List<Path> LOOSE =
      List.of(
          Path.of("README.md"),
          Path.of("CHANGELOG.md"),
          Path.of("ARCHITECTURE.md"),
          Path.of("CONTRIBUTING.md"),
          Path.of("schemas/README.md"),
          Path.of("examples/alarms/README.md"));

  private Pages() {}

  /** All of them, the README first. */
  public static List<Path> all() throws IOException {
    return Stream.concat(LOOSE.stream(), files(Path.of("docs")).filter(Pages::isPage)).toList();
  }

  static Stream<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList().stream();
    }
  }

  public static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md");
  }
}
