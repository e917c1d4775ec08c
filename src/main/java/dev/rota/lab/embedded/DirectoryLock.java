package dev.rota.lab.embedded;

import static dev.rota.lab.embedded.EmbeddedException.Reason.DIRECTORY_IN_USE;
import static dev.rota.lab.embedded.EmbeddedException.Reason.DIRECTORY_UNUSABLE;

import dev.rota.base.files.OwnerOnlyDirectories;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Locks a directory for one process. The operating system releases it when the process dies. */
final class DirectoryLock implements AutoCloseable {
  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  static DirectoryLock take(Path dir) {
    try {
      OwnerOnlyDirectories.shut(dir);
      return new DirectoryLock(locked(dir));
    } catch (IOException e) {
      throw new EmbeddedException(
          DIRECTORY_UNUSABLE,
          "cannot start the local broker: directory "
              + dir
              + " cannot be written ("
              + e
              + "); give a writable one with --data-dir",
          e);
    }
  }

  @SuppressWarnings("resource") // the lock lives as long as its channel
  private static FileChannel locked(Path dir) throws IOException {
    var file = dir.resolve("lock");
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new EmbeddedException(
          DIRECTORY_IN_USE,
          "cannot start the local broker: directory "
              + dir
              + " is in use by another broker; stop that one or give another --data-dir");
    }
    return channel;
  }

  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisVeryProcess) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
