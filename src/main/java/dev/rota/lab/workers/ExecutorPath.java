package dev.rota.lab.workers;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Class path of executors: their jars and dependencies. */
final class ExecutorPath {
  private ExecutorPath() {}

  /**
   * Returns a class loader for these jars. The program's own classes take precedence.
   *
   * @param places jars, or directories with jars; empty: only the program's own classes
   * @throws UnfitExecutor if a place does not exist or is not a jar
   */
  static ClassLoader loader(List<Path> places) {
    ClassLoader own = ExecutorPath.class.getClassLoader();
    if (places.isEmpty()) {
      return own;
    }
    List<URL> urls = new ArrayList<>();
    for (Path place : places) {
      jars(place).forEach(jar -> urls.add(url(jar)));
    }
    return new URLClassLoader(urls.toArray(URL[]::new), own);
  }

  private static List<Path> jars(Path place) {
    if (!Files.exists(place)) {
      throw new UnfitExecutor(place + " does not exist");
    }
    if (!Files.isDirectory(place)) {
      return List.of(place);
    }
    try (Stream<Path> files = Files.list(place)) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      if (jars.isEmpty()) {
        throw new UnfitExecutor("the directory " + place + " has no jar");
      }
      return jars;
    } catch (IOException e) {
      throw new UnfitExecutor("the directory " + place + " cannot be read", e);
    }
  }

  /** Checks the jar, since a class loader silently ignores files that are not jars. */
  private static URL url(Path jar) {
    try (JarFile whole = new JarFile(jar.toFile())) {
      return Path.of(whole.getName()).toUri().toURL();
    } catch (IOException e) {
      throw new UnfitExecutor(jar + " cannot be read as a jar", e);
    }
  }
}
