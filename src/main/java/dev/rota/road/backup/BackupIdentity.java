package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.files.DiskOperations;
import dev.rota.road.backup.BackupFault.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Says of which topics a directory has copies, from its first file on. A later run adds to it only
 * if it is of the same topics; topics that did not exist then may be added.
 */
final class BackupIdentity {
  private static final String FILE = "of.txt";

  private BackupIdentity() {}

  /**
   * Claims a new directory for these topics, or compares.
   *
   * @throws BackupFault if it has copies of others
   */
  static void require(Path directory, String identity) throws IOException {
    Path file = directory.resolve(FILE);
    if (Files.exists(file)) {
      List<String> now = identity.lines().toList();
      for (String line : Files.readString(file, UTF_8).lines().toList()) {
        if (!now.contains(line)) {
          throw new BackupFault(
              Reason.FOREIGN,
              "%s has a backup of others: it says '%s', and the cluster does not"
                  .formatted(directory, line),
              "name a new directory: this backup stays as it is");
        }
      }
    }
    DiskOperations.LOCAL.replace(file, identity.getBytes(UTF_8));
  }
}
