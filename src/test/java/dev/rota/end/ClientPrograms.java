package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.book.DocBlock;
import dev.rota.base.book.Pages;
import dev.rota.testing.Program;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The programs of docs/java-client.md, compiled and run as a stranger does. */
final class ClientPrograms {
  static final Path JAR = Path.of("target", "rota-client.jar").toAbsolutePath();

  /** What Maven brings for the two libraries that the client's POM names. */
  private static final List<String> BROUGHT =
      List.of("kafka-clients-", "avro-1", "jackson-", "slf4j-api-", "commons-compress-");

  private static final Path PAGE = Path.of("docs", "java-client.md");
  private static final Pattern SOURCE = Pattern.compile("<maven\\.compiler\\.source>(\\d+)</");
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("public final class (\\w+)");

  private final Path dir;
  private final Path classes;

  /** Compiles them. Their output is kept in the directory. */
  ClientPrograms(Path dir) throws IOException {
    this.dir = dir;
    classes = Files.createDirectories(dir.resolve("classes"));
    Path sources = Files.createDirectories(dir.resolve("sources"));
    List<String> words = new ArrayList<>(List.of("-Xlint:all,-processing,-classfile", "-Werror"));
    words.addAll(List.of("--release", release(), "-cp", classPath(), "-d", classes.toString()));
    for (Map.Entry<String, String> one : programs().entrySet()) {
      Path source = sources.resolve(one.getKey() + ".java");
      words.add(Files.writeString(source, one.getValue()).toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new));
    assertThat(failed).as("the programs of docs/java-client.md are compiled").isZero();
  }

  /** What the page puts into a program's pom.xml. */
  static String coordinates() {
    return DocBlock.having(PAGE, "<artifactId>").text();
  }

  /** The Java that a program is compiled for by it. */
  static String release() {
    Matcher source = SOURCE.matcher(coordinates());
    assertThat(source.find()).as(coordinates()).isTrue();
    return source.group(1);
  }

  /** By their names, as they are written. */
  static Map<String, String> programs() {
    Map<String, String> programs = new TreeMap<>();
    Matcher blocks = BLOCK.matcher(Pages.text(PAGE));
    while (blocks.find()) {
      Matcher name = NAME.matcher(blocks.group(1));
      assertThat(name.find()).as(blocks.group(1)).isTrue();
      programs.put(name.group(1), blocks.group(1));
    }
    return programs;
  }

  /** Where they are compiled. */
  Path classes() {
    return classes;
  }

  /** The client's jar and its libraries: nothing else of this program or of what it uses. */
  static String classPath() {
    return String.join(
        File.pathSeparator, Stream.concat(Stream.of(JAR.toString()), libraries()).toList());
  }

  static Stream<String> libraries() {
    return Arrays.stream(Program.classPath().split(File.pathSeparator, -1))
        .filter(
            entry -> BROUGHT.stream().anyMatch(Path.of(entry).getFileName().toString()::startsWith))
        .filter(entry -> !entry.contains("yaml"));
  }

  /** Java 17, for which the client is made, where there is one; else the Java that runs this. */
  static Path java() throws IOException {
    try (Stream<Path> homes = Files.list(Path.of("/usr/lib/jvm"))) {
      return homes
          .filter(ClientPrograms::isOfItsRelease)
          .map(home -> home.resolve("bin/java"))
          .filter(Files::isExecutable)
          .sorted()
          .findFirst()
          .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java"));
    } catch (NoSuchFileException _) {
      return Path.of(System.getProperty("java.home"), "bin", "java");
    }
  }

  private static boolean isOfItsRelease(Path home) {
    Path release = home.resolve("release");
    try {
      return Files.isRegularFile(release)
          && Files.readString(release).contains("JAVA_VERSION=\"" + release() + ".");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts one, and appends what it says to its file. */
  Process start(String name, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java().toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.addAll(List.of("-cp", classes + File.pathSeparator + classPath(), name));
    command.addAll(List.of(args));
    ProcessBuilder.Redirect out = ProcessBuilder.Redirect.appendTo(dir.resolve(name).toFile());
    Process process =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out)
            .start();
    // Else it outlives a build that is broken off.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  /** What all processes of this program have said. */
  List<String> said(String name) throws IOException {
    Path file = dir.resolve(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
