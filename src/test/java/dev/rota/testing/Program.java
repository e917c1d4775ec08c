package dev.rota.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The program, and what the tests have beside it, as a process of its own. */
public final class Program {
  private Program() {}

  /**
   * The first words of a command: a JVM that is soon there, these flags, the program's class path.
   */
  public static List<String> jvm(String... flags) throws IOException {
    return words(folders().filter(Program::isOfTheProgram), flags);
  }

  /** The same for a main class among the tests. */
  public static List<String> testJvm(String... flags) throws IOException {
    return words(folders(), flags);
  }

  /**
   * A command as a process: no setting comes from the shell of the build, and it has patience with
   * a busy broker.
   */
  public static ProcessBuilder process(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
    builder.environment().putAll(Patience.OF_COMMANDS);
    return builder;
  }

  private static List<String> words(Stream<String> folders, String... flags) throws IOException {
    // An archive is of jars: only what follows them may be something else.
    List<String> jars = entries().filter(Program::isJar).toList();
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // As the launcher does: the JVM is not to warn of what libraries use.
    words.add("--enable-native-access=ALL-UNNAMED");
    words.add("--sun-misc-unsafe-memory-access=allow");
    words.addAll(List.of(flags));
    words.addAll(ClassArchive.flags(String.join(File.pathSeparator, jars)));
    words.add("-cp");
    words.add(String.join(File.pathSeparator, Stream.concat(jars.stream(), folders).toList()));
    return words;
  }

  /** Our class path without the tests' own classes and settings. */
  public static String classPath() {
    return String.join(File.pathSeparator, entries().filter(Program::isOfTheProgram).toList());
  }

  private static Stream<String> folders() {
    return entries().filter(entry -> !isJar(entry));
  }

  /** Absolute, as a process may have a folder of its own. */
  private static Stream<String> entries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString());
  }

  private static boolean isOfTheProgram(String entry) {
    return !entry.replaceAll("/$", "").endsWith("test-classes");
  }

  private static boolean isJar(String entry) {
    return entry.endsWith(".jar");
  }
}
