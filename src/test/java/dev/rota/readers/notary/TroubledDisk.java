package dev.rota.readers.notary;

import dev.rota.base.files.DiskOperations;
import java.io.IOException;
import java.nio.file.Path;

/** Fails once, as a full disk or a sick one does, and then works again. */
final class TroubledDisk implements DiskOperations {
  private String operation;
  private String part;

  /**
   * From now on it fails.
   *
   * @param what such as {@code write}
   * @param where a part of the file's path
   */
  void failOnce(String what, String where) {
    operation = what;
    part = where;
  }

  /** True once it has failed. */
  boolean hasFailed() {
    return operation == null;
  }

  private void step(String what, Path file) throws IOException {
    if (what.equals(operation) && file.toString().contains(part)) {
      operation = null;
      throw new IOException(file + ": no space left");
    }
  }

  @Override
  public void write(Path file, byte[] bytes) throws IOException {
    step("write", file);
    LOCAL.write(file, bytes);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    step("move", to);
    LOCAL.move(from, to);
  }

  @Override
  public void force(Path fileOrDirectory) throws IOException {
    step("force", fileOrDirectory);
    LOCAL.force(fileOrDirectory);
  }

  @Override
  public void delete(Path file) throws IOException {
    step("delete", file);
    LOCAL.delete(file);
  }
}
