package dev.rota.base.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The operations on files of which a crash may come after each. */
public interface DiskOperations {
  /** The file systems of this machine. */
  DiskOperations LOCAL = new LocalDisk();

  /** Writes a file, and missing directories. A crash may leave a part of it. */
  void write(Path file, byte[] bytes) throws IOException;

  /** Moves a file in place of another, all at once. */
  void move(Path from, Path to) throws IOException;

  /** Returns once the file's bytes, or the directory's names, would survive a loss of power. */
  void force(Path fileOrDirectory) throws IOException;

  void delete(Path file) throws IOException;

  /** The name of a file while it is written. */
  static Path unfinished(Path file) {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  /** Writes a file, all of it or nothing, and returns once it is safe. */
  default void replace(Path file, byte[] bytes) throws IOException {
    Path unfinished = unfinished(file);
    write(unfinished, bytes);
    force(unfinished);
    move(unfinished, file);
    force(file.toAbsolutePath().getParent());
  }

  /** See {@link #LOCAL}. */
  final class LocalDisk implements DiskOperations {
    private LocalDisk() {}

    @Override
    public void write(Path file, byte[] bytes) throws IOException {
      try {
        Files.write(file, bytes);
      } catch (NoSuchFileException _) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, bytes);
      }
    }

    @Override
    public void move(Path from, Path to) throws IOException {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void force(Path fileOrDirectory) throws IOException {
      try (FileChannel channel = FileChannel.open(fileOrDirectory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }

    @Override
    public void delete(Path file) throws IOException {
      Files.deleteIfExists(file);
    }
  }
}
