package dev.rota.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where damaged stores are kept for whoever wants to know why; the changelog has what was in them.
 *
 * <p>Only the last of each task is kept. Its name says when, so that a restart knows it too: a
 * store damaged twice within the hour is a broken disk, and restoring without end would hide it.
 */
final class Quarantine {
  private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
  private static final Duration AGAIN = Duration.ofHours(1);
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private final Path stores;
  private final Path kept;
  private final Clock clock;

  Quarantine(Path stateDir, String applicationId, Clock clock) {
    this.stores = stateDir.resolve(applicationId);
    this.kept = stateDir.resolve(applicationId + "-damaged");
    this.clock = clock;
  }

  /**
   * Puts a closed task's directory aside; the next start restores it.
   *
   * @throws DamagedStore when that happened within the last hour already
   */
  void move(StoreDamage damage) {
    Path from = stores.resolve(damage.task());
    try {
      Path to = place(damage);
      Files.move(from, to);
      tell(damage, to);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot put the damaged store " + from + " aside", e);
    }
  }

  /**
   * Keeps what an open task's directory holds; Kafka Streams itself will wipe and restore it.
   *
   * @throws DamagedStore when that happened within the last hour already
   */
  void link(StoreDamage damage) {
    try {
      Path to = place(damage);
      linkAll(stores.resolve(damage.task()), to);
      tell(damage, to);
    } catch (IOException e) {
      LOG.warn("the damaged store of task {} could not be kept whole", damage.task(), e);
    }
  }

  private static void tell(StoreDamage damage, Path to) {
    LOG.warn(
        "the store of task {} is damaged ({}); it is restored from its changelog, the damaged one is"
            + " kept in {}",
        damage.task(),
        damage.reason(),
        to);
  }

  private Path place(StoreDamage damage) throws IOException {
    Path ofTask = kept.resolve(damage.task());
    for (Path before : list(ofTask)) {
      refuseRecent(damage, before);
      remove(before);
    }
    Files.createDirectories(ofTask);
    return ofTask.resolve(WHEN.format(clock.instant()));
  }

  private void refuseRecent(StoreDamage damage, Path before) {
    Duration ago = Duration.between(when(before), clock.instant());
    if (ago.compareTo(AGAIN) < 0) {
      throw new DamagedStore(
          "the store of task "
              + damage.task()
              + " is damaged again, "
              + ago.toSeconds()
              + " s after it was restored (the first is kept in "
              + before
              + "); check that disk and memory, or choose another --state-dir",
          damage.fault());
    }
  }

  private static Instant when(Path before) {
    try {
      return WHEN.parse(before.getFileName().toString(), Instant::from);
    } catch (DateTimeException e) {
      return Instant.EPOCH; // not ours by name, so no sign of recent damage
    }
  }

  private static List<Path> list(Path dir) throws IOException {
    if (Files.notExists(dir)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(dir)) {
      return paths.toList();
    }
  }

  private static void remove(Path dir) throws IOException {
    try (Stream<Path> paths = Files.walk(dir)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static void linkAll(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(dir)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            try {
              Files.createLink(to.resolve(from.relativize(file)), file);
            } catch (NoSuchFileException e) {
              LOG.debug("{} went away while it was being kept", file, e);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
