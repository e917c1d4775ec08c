package dev.rota.cli.instance;

import dev.rota.embedded.OwnerOnly;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Where {@code rota dev} keeps its data; only its owner can look into what is made there.
 *
 * @param kept false: it goes away with the process
 */
public record DataDir(Path path, boolean kept) implements AutoCloseable {
  public static DataDir open(Path wanted) throws IOException {
    return wanted == null
        ? new DataDir(Files.createTempDirectory("rota-dev-"), false)
        : new DataDir(OwnerOnly.made(wanted).toRealPath(), true);
  }

  /** Where the broker keeps its topics. */
  public Path kafka() {
    return path.resolve("kafka");
  }

  /** Where the stores lie. */
  public Path state() throws IOException {
    return OwnerOnly.shut(path.resolve("state"));
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
