package dev.rota.app.trust;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.text.Utf8Text;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** A private key in a file that only its owner may read. */
public final class KeyFile {
  private static final String ROOT = "root";
  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private KeyFile() {}

  /** Writes a new file, readable by its owner only. An existing one is left as it is. */
  public static void create(Path file, SigningKey key) throws IOException {
    Set<StandardOpenOption> fresh =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    FileAttribute<?>[] shut =
        isPosix(file)
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
            : new FileAttribute<?>[0];
    try (FileChannel channel = FileChannel.open(file, fresh, shut)) {
      channel.write(UTF_8.encode(key.secret() + "\n"));
      channel.force(true);
    } catch (FileAlreadyExistsException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "the key file",
          file + " exists: a key is never overwritten",
          "name another file",
          e);
    }
  }

  /** Reads a key of this kind. Refuses a file that others may read or write. */
  public static SigningKey read(Path file, KeyKind kind) throws IOException {
    SigningKey key = read(file);
    if (key.verifier().kind() != kind) {
      throw bad(file, "it is not the key of a " + (kind == KeyKind.LOG ? "log" : "witness"), null);
    }
    return key;
  }

  /** Reads a key of either kind. */
  public static SigningKey read(Path file) throws IOException {
    checkShut("the key file", file);
    try {
      return SigningKey.parse(Utf8Text.read(file).strip());
    } catch (BadProof e) {
      throw bad(file, e.getMessage(), e);
    }
  }

  /**
   * Refuses a file that others than its owner may read or write. A file of root may be readable by
   * the group of a user who is not root: so Kubernetes gives a Secret to a container.
   *
   * @param what it is, such as {@code the key file}
   */
  public static void checkShut(String what, Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    PosixFileAttributes attributes = view.readAttributes();
    if (!isShut(
        attributes.permissions(), attributes.owner().getName(), System.getProperty("user.name"))) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          what,
          file + " is open to others than its owner",
          "run: chmod 600 " + file);
    }
  }

  /** Whether only its owner can read it, or also the group to which root gives it. */
  static boolean isShut(Set<PosixFilePermission> permissions, String owner, String self) {
    Set<PosixFilePermission> others = new HashSet<>(permissions);
    others.removeAll(PosixFilePermissions.fromString("rwx------"));
    if (owner.equals(ROOT) && !self.equals(ROOT)) {
      others.remove(PosixFilePermission.GROUP_READ);
    }
    return others.isEmpty();
  }

  private static CommandFailure bad(Path file, String why, Exception cause) {
    return new CommandFailure(
        ExitCode.CONFIGURATION,
        "the key file",
        file + ": " + why,
        "'rota keys new' creates one; add --witness for a witness, --auditor for an auditor",
        cause);
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
