package dev.rota.base.files;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Jars by the places that a user names, as a class loader takes them. */
public final class JarPath {
  private JarPath() {}

  /**
   * Returns the jars.
   *
   * @param places jars, or directories with jars
   * @throws IOException if a place does not exist or is not a jar; the message says which
   */
  public static URL[] urls(List<Path> places) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path place : places) {
      for (Path jar : jars(place)) {
        urls.add(url(jar));
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static List<Path> jars(Path place) throws IOException {
    if (!Files.exists(place)) {
      throw new IOException(place + " does not exist");
    }
    if (!Files.isDirectory(place)) {
      return List.of(place);
    }
    List<Path> jars;
    try (Stream<Path> files = Files.list(place)) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new IOException("the directory " + place + " cannot be read", e);
    }
    if (jars.isEmpty()) {
      throw new IOException("the directory " + place + " has no jar");
    }
    return jars;
  }

  /** Checks the jar, since a class loader silently ignores files that are not jars. */
  private static URL url(Path jar) throws IOException {
    try (JarFile whole = new JarFile(jar.toFile())) {
      return Path.of(whole.getName()).toUri().toURL();
    } catch (IOException e) {
      throw new IOException(jar + " cannot be read as a jar", e);
    }
  }
}
