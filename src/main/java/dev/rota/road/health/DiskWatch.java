package dev.rota.road.health;

import dev.rota.road.health.PartitionHealth.Cause;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** Looks at the disk of an engine's state, at most once a second. Thread-safe. */
public final class DiskWatch {
  private static final long EVERY_MILLIS = 1_000;

  private final Path dir;
  private final Finder disks;
  private final LongSupplier clock;
  private PartitionCondition last;
  private long lastMillis;

  /** Finds the disk of a directory. */
  @FunctionalInterface
  public interface Finder {
    FileStore of(Path dir) throws IOException;
  }

  /** Looks at the disk of this directory, once it is there. */
  public DiskWatch(Path dir) {
    this(dir, Files::getFileStore, System::currentTimeMillis);
  }

  /**
   * The same.
   *
   * @param clock epoch ms
   */
  public DiskWatch(Path dir, Finder disks, LongSupplier clock) {
    this.dir = dir;
    this.disks = disks;
    this.clock = clock;
  }

  /** How the disk stands; null: it is not known. */
  public synchronized PartitionCondition look() {
    long now = clock.getAsLong();
    if (lastMillis == 0 || now - lastMillis >= EVERY_MILLIS || now < lastMillis) {
      lastMillis = now;
      last = seen(now);
    }
    return last;
  }

  private PartitionCondition seen(long now) {
    try {
      DiskRoom room = DiskRoom.of(dir, disks.of(dir));
      Cause cause = room.cause();
      boolean goesOn = last != null && last.cause() == cause;
      return new PartitionCondition(cause, room.words(), goesOn ? last.sinceMillis() : now);
    } catch (IOException _) {
      return null;
    }
  }
}
