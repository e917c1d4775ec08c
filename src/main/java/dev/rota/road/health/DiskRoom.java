package dev.rota.road.health;

import dev.rota.base.text.SizeText;
import dev.rota.road.health.PartitionHealth.Cause;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Path;

/**
 * What is left of a disk.
 *
 * @param dir that lies on it
 */
public record DiskRoom(Path dir, long freeBytes, long totalBytes) {
  /** With less than this and less than a twentieth of the disk, RocksDB's next flush may fail. */
  private static final long FULL_BYTES = 64L << 20;

  private static final int FULL_SHARE = 20;

  /** A store doubles while it compacts itself, and most stores are smaller than this. */
  private static final long FILLS_BYTES = 2L << 30;

  private static final int FILLS_SHARE = 10;

  /** Reads it of a disk. */
  public static DiskRoom of(Path dir, FileStore disk) throws IOException {
    return new DiskRoom(dir, disk.getUsableSpace(), disk.getTotalSpace());
  }

  /** {@code DISK_FULL}, {@code DISK_FILLS} or {@code WELL}. */
  public Cause cause() {
    if (freeBytes < Math.min(FULL_BYTES, totalBytes / FULL_SHARE)) {
      return Cause.DISK_FULL;
    }
    return freeBytes < Math.min(FILLS_BYTES, totalBytes / FILLS_SHARE)
        ? Cause.DISK_FILLS
        : Cause.WELL;
  }

  /** In words. */
  public String words() {
    return "the disk of the state directory %s has %s of %s left"
        .formatted(dir, SizeText.of(freeBytes), SizeText.of(totalBytes));
  }
}
