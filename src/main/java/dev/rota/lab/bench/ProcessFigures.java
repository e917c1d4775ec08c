package dev.rota.lab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What Linux says about this process. */
final class ProcessFigures {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final String ANONYMOUS = "RssAnon:";

  private ProcessFigures() {}

  /** Anonymous memory of the process; 0: unknown. */
  static long anonymousMiB() {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    try {
      List<String> lines = Files.readAllLines(STATUS);
      return lines.stream()
          .filter(line -> line.startsWith(ANONYMOUS))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its open files below this directory; 0: unknown. */
  static long filesBelow(Path stateDir) {
    if (!Files.isReadable(DESCRIPTORS)) {
      return 0;
    }
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return open.filter(one -> isBelow(one, stateDir)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isBelow(Path descriptor, Path dir) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(dir);
    } catch (IOException gone) {
      return false; // closed while we looked
    }
  }
}
