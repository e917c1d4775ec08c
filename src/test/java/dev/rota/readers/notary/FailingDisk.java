package dev.rota.readers.notary;

import dev.rota.base.files.DiskOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Dies before an operation, and takes half of each file with it that was not forced to disk. */
final class FailingDisk implements DiskOperations {
  private final Set<Path> unsafe = new HashSet<>();
  private int left;

  /** Thrown in place of a loss of power. */
  static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  FailingDisk(int operations) {
    left = operations;
  }

  private void step() {
    if (left-- <= 0) {
      for (Path file : unsafe) {
        halve(file);
      }
      throw new Died();
    }
  }

  private static void halve(Path file) {
    try {
      if (Files.isRegularFile(file)) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void write(Path file, byte[] bytes) throws IOException {
    step();
    LOCAL.write(file, bytes);
    unsafe.add(file);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    step();
    LOCAL.move(from, to);
    if (unsafe.remove(from)) {
      unsafe.add(to);
    } else {
      unsafe.remove(to);
    }
  }

  @Override
  public void force(Path fileOrDirectory) throws IOException {
    step();
    unsafe.remove(fileOrDirectory);
  }

  @Override
  public void delete(Path file) throws IOException {
    step();
    LOCAL.delete(file);
    unsafe.remove(file);
  }
}
