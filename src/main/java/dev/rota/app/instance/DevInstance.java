package dev.rota.app.instance;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.files.OwnerOnlyDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A running {@code rota dev}, as its note file describes it to other commands. Each process has its
 * own note.
 *
 * @param pid of its process
 * @param startedMillis start time of the process, epoch ms, since process ids are reused; 0:
 *     unknown
 * @param name for {@code --dev}
 * @param bootstrap {@code host:port}
 * @param registry its URL
 * @param http its URL
 * @param page its page's URL; null in the note of an older program
 * @param dataDir its data directory
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record DevInstance(
    long pid,
    long startedMillis,
    String name,
    String bootstrap,
    String registry,
    String http,
    String page,
    String dataDir) {
  private static final String NOTES = "dev";
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Describes this process.
   *
   * @param name null: its process id
   */
  public static DevInstance ofThisProcess(
      String name, String bootstrap, String registry, String http, String page, String dataDir) {
    ProcessHandle self = ProcessHandle.current();
    String called = name == null ? Long.toString(self.pid()) : name;
    return new DevInstance(
        self.pid(), started(self), called, bootstrap, registry, http, page, dataDir);
  }

  /** Where its notary's logs lie. */
  public String notary() {
    return notary(Path.of(dataDir)).toString();
  }

  /** Where a notary's logs lie in a data directory. */
  public static Path notary(Path dataDir) {
    return dataDir.resolve("notary");
  }

  /** Writes the note and deletes the notes of dead processes. */
  public void write(Map<String, String> variables) throws IOException {
    Path notes = places(variables).get(0);
    OwnerOnlyDirectories.shut(notes);
    for (Path file : files(notes)) {
      if (parse(file).filter(DevInstance::isAlive).isEmpty()) {
        Files.deleteIfExists(file);
      }
    }
    Path half = Files.createTempFile(notes, "half", ".new");
    JSON.writeValue(half.toFile(), this);
    Files.move(
        half, file(notes), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the live instances, the oldest first. */
  public static List<DevInstance> running(Map<String, String> variables) {
    return places(variables).stream()
        .flatMap(notes -> files(notes).stream())
        .map(DevInstance::parse)
        .flatMap(Optional::stream)
        .filter(DevInstance::isAlive)
        .distinct()
        .sorted(
            Comparator.comparingLong(DevInstance::startedMillis)
                .thenComparingLong(DevInstance::pid))
        .toList();
  }

  /** Deletes this note only. */
  public void remove(Map<String, String> variables) throws IOException {
    Path file = file(places(variables).get(0));
    if (parse(file).filter(this::equals).isPresent()) {
      Files.deleteIfExists(file);
    }
  }

  private Path file(Path notes) {
    return notes.resolve(pid + ".json");
  }

  private static List<Path> places(Map<String, String> variables) {
    Path home = HomeDirectory.of(variables).resolve(NOTES);
    if (HomeDirectory.isNamed(variables)) {
      return List.of(home);
    }
    return Optional.ofNullable(variables.get("XDG_RUNTIME_DIR"))
        .filter(dir -> !dir.isBlank())
        .map(Path::of)
        .filter(Files::isWritable)
        .map(runtime -> List.of(runtime.resolve("rota").resolve(NOTES), home))
        .orElse(List.of(home));
  }

  private static List<Path> files(Path notes) {
    try (Stream<Path> all = Files.list(notes)) {
      return all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException _) {
      return List.of(); // no notes, or no permission
    }
  }

  private static Optional<DevInstance> parse(Path file) {
    try {
      return Optional.of(JSON.readValue(file.toFile(), DevInstance.class));
    } catch (IOException _) {
      return Optional.empty(); // an unreadable note is ignored
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
