package dev.rota.testing;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The classes of a class path, verified and laid out once a build: a process that has them starts
 * with half the CPU. Who asks first has the archive made, and nobody waits for it.
 */
final class ClassArchive {
  private static final Path PROGRAM = Path.of("target", "rota.jar");

  private ClassArchive() {}

  /** The flags of a JVM that may use it; none as long as there is none. */
  static List<String> flags(String jars) throws IOException {
    if (!jars.contains(PROGRAM.toString())) {
      return List.of(); // classes in a folder cannot be archived
    }
    long built = Files.getLastModifiedTime(PROGRAM).toMillis();
    Path archive = PROGRAM.resolveSibling("tests-" + built + ".jsa");
    if (!Files.exists(archive)) {
      make(jars, archive);
      return List.of();
    }
    // One that does not fit is passed over without a word.
    return List.of(
        "-XX:SharedArchiveFile=" + archive.toAbsolutePath(),
        "-Xshare:auto",
        "-Xlog:cds=off",
        "-Xlog:cds+dynamic=off");
  }

  private static void make(String jars, Path archive) throws IOException {
    Path unfinished = archive.resolveSibling(archive.getFileName() + ".making");
    try {
      Files.createFile(unfinished);
    } catch (FileAlreadyExistsException _) {
      return; // somebody else is at it
    }
    // A shell, since whoever asks may be gone before it is done. Those of older builds go.
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh",
                "-c",
                "\"$@\" && rm -f \"${0%/*}\"/tests-*.jsa && mv \"$0.making\" \"$0\"",
                archive.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ArchiveClassesAtExit=" + unfinished,
                "-cp",
                jars,
                "dev.rota.lab.verbs.ClassArchiveTraining")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
    builder.start();
  }
}
