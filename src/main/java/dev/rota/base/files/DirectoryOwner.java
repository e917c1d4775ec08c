package dev.rota.base.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Locks a directory for one process. The operating system releases it when the process dies. */
public final class DirectoryOwner implements AutoCloseable {
  private final FileChannel channel;

  private DirectoryOwner(FileChannel channel) {
    this.channel = channel;
  }

  /** Locks the directory, which is created if missing; null: another one has it. */
  @SuppressWarnings("resource") // the lock lives as long as its channel
  public static DirectoryOwner take(Path dir) throws IOException {
    Files.createDirectories(dir);
    FileChannel channel =
        FileChannel.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return new DirectoryOwner(channel);
      }
    } catch (OverlappingFileLockException heldByThisVeryProcess) {
      // As held by another.
    }
    channel.close();
    return null;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
