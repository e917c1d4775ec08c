package dev.rota.faults;

import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The wall clock of a process, turned by a file. Its monotonic clock is the machine's. */
public record FakedClock(Path file) {
  /** Sets it, by this many seconds ahead of the machine's. */
  public void set(long seconds) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, (seconds < 0 ? "" : "+") + seconds + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** What the environment of the process must have. */
  public Map<String, String> variables() throws IOException {
    Optional<Path> library;
    Path libraries = Path.of("/usr/lib");
    try (Stream<Path> found =
        Files.find(libraries, 4, (path, _) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
      library = found.findFirst();
    }
    NotRun.unless(library.isPresent(), "no libfaketime, which turns a process's clock");
    return Map.of(
        "LD_PRELOAD",
        library.get().toString(),
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        // Otherwise waiting with a time-out returns at once in a JVM.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0");
  }
}
