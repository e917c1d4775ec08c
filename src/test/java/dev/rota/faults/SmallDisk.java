package dev.rota.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A disk in memory that is soon full. */
public final class SmallDisk implements AutoCloseable {
  private final Path dir;

  private SmallDisk(Path dir) {
    this.dir = dir;
  }

  /**
   * Mounts one.
   *
   * @param dir an empty directory
   * @return empty: root alone can do it
   */
  public static Optional<SmallDisk> mount(Path dir, int mebibytes)
      throws IOException, InterruptedException {
    boolean mounted =
        Files.getOwner(dir).getName().equals("root")
            && run("mount", "-t", "tmpfs", "-o", size(mebibytes), "tmpfs", dir.toString()) == 0;
    return mounted ? Optional.of(new SmallDisk(dir)) : Optional.empty();
  }

  private static String size(int mebibytes) {
    return "size=" + mebibytes + "m";
  }

  public Path dir() {
    return dir;
  }

  /** Leaves so much. */
  public void fill(long leftBytes) throws IOException {
    long left = Files.getFileStore(dir).getUsableSpace() - leftBytes;
    Files.write(filler(), new byte[(int) left]);
  }

  /** Makes room again. */
  public void empty() throws IOException {
    Files.delete(filler());
  }

  private Path filler() {
    return dir.resolve("filler");
  }

  /** Makes it larger. */
  void grow(int mebibytes) throws IOException, InterruptedException {
    remount(size(mebibytes));
  }

  void makeReadOnly() throws IOException, InterruptedException {
    remount("ro");
  }

  private void remount(String how) throws IOException, InterruptedException {
    int code = run("mount", "-o", "remount," + how, dir.toString());
    if (code != 0) {
      throw new IOException("mount answered " + code);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      run("umount", "-l", dir.toString());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }
}
