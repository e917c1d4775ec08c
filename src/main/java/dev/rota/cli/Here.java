package dev.rota.cli;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a running {@code rota dev} is: the defaults of the other commands.
 *
 * @param pid of its process
 * @param startedMillis of its process, since process ids are used again; 0 when unknown
 * @param bootstrap {@code host:port}
 * @param registry its URL
 * @param http its URL
 * @param dataDir where its data lives
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Here(
    long pid, long startedMillis, String bootstrap, String registry, String http, String dataDir) {
  private static final String FILE = "dev.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of this process. */
  public static Here ofThisProcess(String bootstrap, String registry, String http, String dataDir) {
    ProcessHandle self = ProcessHandle.current();
    return new Here(self.pid(), started(self), bootstrap, registry, http, dataDir);
  }

  /** Leaves the note for others to find; the newest one counts. */
  public void write(Map<String, String> variables) throws IOException {
    Path file = places(variables).get(0);
    Files.createDirectories(file.getParent());
    Path half = Files.createTempFile(file.getParent(), FILE, ".new");
    JSON.writeValue(half.toFile(), this);
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The note of a {@code rota dev} that still runs; those of dead ones do not count. */
  public static Optional<Here> read(Map<String, String> variables) {
    return places(variables).stream()
        .map(Here::parse)
        .flatMap(Optional::stream)
        .filter(Here::isAlive)
        .findFirst();
  }

  /** Takes this note away, if it is still this one. */
  public void remove(Map<String, String> variables) throws IOException {
    Path file = places(variables).get(0);
    if (parse(file).filter(this::equals).isPresent()) {
      Files.deleteIfExists(file);
    }
  }

  private static List<Path> places(Map<String, String> variables) {
    Optional<Path> own = directory(variables, "ROTA_HOME");
    if (own.isPresent()) {
      return List.of(own.get().resolve(FILE));
    }
    Path home = Path.of(System.getProperty("user.home"), ".rota", FILE);
    return directory(variables, "XDG_RUNTIME_DIR")
        .filter(Files::isWritable)
        .map(runtime -> List.of(runtime.resolve("rota").resolve(FILE), home))
        .orElse(List.of(home));
  }

  private static Optional<Path> directory(Map<String, String> variables, String name) {
    return Optional.ofNullable(variables.get(name)).filter(s -> !s.isBlank()).map(Path::of);
  }

  private static Optional<Here> parse(Path file) {
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(file.toFile(), Here.class))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // a note that cannot be read is no note
    }
  }

  private boolean isAlive() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> startedMillis == 0 || started(process) == startedMillis)
        .isPresent();
  }

  private static long started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
