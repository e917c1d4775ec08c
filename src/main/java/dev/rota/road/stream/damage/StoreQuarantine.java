package dev.rota.road.stream.damage;

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
 * Keeps damaged stores for analysis. Their content is restored from the changelog.
 *
 * <p>Only the last one of each task is kept. Its name has the time, so that it survives a restart:
 * a store damaged twice within an hour means a broken disk, which endless restoring would hide.
 */
public final class StoreQuarantine {
  private static final Logger LOG = LoggerFactory.getLogger(StoreQuarantine.class);
  private static final Duration AGAIN = Duration.ofHours(1);
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private final Path stores;
  private final Path kept;
  private final Clock clock;

  public StoreQuarantine(Path stateDir, String applicationId, Clock clock) {
    this.stores = stateDir.resolve(applicationId);
    this.kept = stateDir.resolve(applicationId + "-damaged");
    this.clock = clock;
  }

  /**
   * Moves a closed task's directory away. The next start restores it.
   *
   * @throws DamagedStore if that happened within the last hour
   */
  public void move(StoreDamage damage) {
    Path from = stores.resolve(damage.task());
    try {
      Path to = place(damage);
      Files.move(from, to);
      tell(damage, to);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot move the damaged store " + from, e);
    }
  }

  /**
   * Keeps the files of an open task by hard links. Kafka Streams wipes and restores the directory.
   *
   * @throws DamagedStore if that happened within the last hour
   */
  public void link(StoreDamage damage) {
    try {
      Path to = place(damage);
      linkAll(stores.resolve(damage.task()), to);
      tell(damage, to);
    } catch (IOException e) {
      LOG.warn("the damaged store of task {} could not be kept completely", damage.task(), e);
    }
  }

  private static void tell(StoreDamage damage, Path to) {
    LOG.warn(
        "the store of task {} is damaged ({}); it is being restored from its changelog; the damaged"
            + " files are kept in {}",
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
              + "); check the disk and the memory, or choose another state.dir",
          damage.fault());
    }
  }

  private static Instant when(Path before) {
    try {
      return WHEN.parse(before.getFileName().toString(), Instant::from);
    } catch (DateTimeException _) {
      return Instant.EPOCH; // another file, so no sign of recent damage
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
              LOG.debug("{} was deleted before it could be linked", file, e);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
