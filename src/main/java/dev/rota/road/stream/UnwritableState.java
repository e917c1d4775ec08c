package dev.rota.road.stream;

import dev.rota.road.health.DiskRoom;
import dev.rota.road.health.PartitionHealth.Cause;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.rocksdb.RocksDBException;

/**
 * The state directory is not writable: the disk is full or read-only, or permission is missing.
 * Committed data is in the changelogs, so a restart with free space loses nothing.
 */
public final class UnwritableState extends KafkaException {
  private static final long serialVersionUID = 1L;

  private UnwritableState(Path dir, String why, Throwable cause) {
    super("the state directory " + dir + " cannot be written to: " + why, cause);
  }

  /**
   * Creates and deletes a file.
   *
   * @throws UnwritableState if that fails
   */
  public static void check(Path dir) {
    try {
      Files.createDirectories(dir);
      Files.delete(Files.createTempFile(dir, "writable", null));
    } catch (IOException e) {
      throw new UnwritableState(dir, reason(e), e);
    }
  }

  /** Returns the cause of a thread's failure, if it is this one. */
  static Optional<UnwritableState> of(Throwable fault, Path dir) {
    return Stream.iterate(fault, at -> at != null, Throwable::getCause)
        .filter(at -> at instanceof IOException || at instanceof RocksDBException)
        .map(Throwable::getMessage)
        .filter(UnwritableState::isOfTheDisk)
        .findFirst()
        .map(why -> new UnwritableState(dir, why, fault));
  }

  /** Returns what is left of the disk. Empty if nobody knows. */
  static Optional<DiskRoom> room(Path dir) {
    try {
      return Optional.of(DiskRoom.of(dir, Files.getFileStore(dir)));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** Reports that the disk is nearly full. Empty if it is not, or if nobody knows. */
  static Optional<String> nearly(Path dir) {
    return room(dir).filter(one -> one.cause() == Cause.DISK_FULL).map(DiskRoom::words);
  }

  private static boolean isOfTheDisk(String message) {
    return message != null
        && (message.contains("No space left on device")
            || message.contains("Read-only file system")
            || message.contains("Disk quota exceeded"));
  }

  /** The message of some Java exceptions is only the path. */
  private static String reason(IOException e) {
    return e instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : e.toString();
  }
}
