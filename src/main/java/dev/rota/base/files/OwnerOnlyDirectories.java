package dev.rota.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Directories that only their owner can read, because they contain records and secrets. */
public final class OwnerOnlyDirectories {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rwx------");

  private OwnerOnlyDirectories() {}

  /** Creates the directory and missing parents, all readable by their owner only. */
  public static Path made(Path dir) throws IOException {
    FileAttribute<?>[] shut =
        isPosix(dir)
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
            : new FileAttribute<?>[0];
    return Files.createDirectories(dir, shut);
  }

  /** Creates the directory, or restricts an existing one. */
  public static Path shut(Path dir) throws IOException {
    made(dir);
    PosixFileAttributeView view = Files.getFileAttributeView(dir, PosixFileAttributeView.class);
    if (view != null && !view.readAttributes().permissions().equals(OWNER)) {
      view.setPermissions(OWNER);
    }
    return dir;
  }

  private static boolean isPosix(Path dir) {
    return dir.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
