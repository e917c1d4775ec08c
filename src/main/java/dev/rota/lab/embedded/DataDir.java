package dev.rota.lab.embedded;

import dev.rota.app.instance.DevInstance;
import dev.rota.base.files.OwnerOnlyDirectories;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** The data directory of {@code rota dev}. Only its owner can read it. */
public final class DataDir implements AutoCloseable {
  private final Path path;
  private volatile boolean kept;

  /**
   * A directory that is there.
   *
   * @param kept false: it is deleted when the process ends
   */
  public DataDir(Path path, boolean kept) {
    this.path = path;
    this.kept = kept;
  }

  public static DataDir open(Path wanted) throws IOException {
    return wanted == null
        ? new DataDir(Files.createTempDirectory("rota-dev-"), false)
        : new DataDir(OwnerOnlyDirectories.made(wanted).toRealPath(), true);
  }

  public Path path() {
    return path;
  }

  /** False: it is deleted when the process ends. */
  public boolean kept() {
    return kept;
  }

  /** Keeps it. Returns where it is. */
  public Path keep() {
    kept = true;
    return path;
  }

  /** The broker's log directory. */
  public Path kafka() {
    return path.resolve("kafka");
  }

  /** The directory of the state stores. */
  public Path state() throws IOException {
    return OwnerOnlyDirectories.shut(path.resolve("state"));
  }

  /** The directory of the notary's logs. */
  public Path notary() {
    return DevInstance.notary(path);
  }

  @Override
  public void close() throws IOException {
    if (!kept) {
      Files.walkFileTree(path, new Remove());
    }
  }

  private static final class Remove extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException fault)
        throws IOException {
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
