package dev.rota.testing;

import java.io.File;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The program as a process of its own. */
public final class Program {
  private Program() {}

  /** Our class path without the tests' own classes and settings. */
  public static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.replaceAll("/$", "").endsWith("test-classes"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
