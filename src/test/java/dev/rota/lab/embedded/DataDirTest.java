package dev.rota.lab.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirTest {
  @TempDir private Path dir;

  @Test
  void aDirectoryThatIsMadeIsItsOwnersAlone() throws IOException {
    try (DataDir data = DataDir.open(dir.resolve("far").resolve("data"))) {
      assertThat(mode(data.path())).isEqualTo("rwx------");
      assertThat(mode(data.state())).isEqualTo("rwx------");
    }
  }

  @Test
  void aDirectoryThatWasThereStaysOpenAndWhatIsPutIntoItIsShut() throws IOException {
    Path there = Files.createDirectory(dir.resolve("there"));
    Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path state = Files.createDirectory(there.resolve("state"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (DataDir data = DataDir.open(there)) {
      assertThat(mode(data.path())).isEqualTo("rwxr-xr-x");
      assertThat(mode(data.state())).isEqualTo("rwx------");
    }
  }

  @Test
  void aTemporaryDirectoryIsDeletedUnlessItIsToBeKept() throws IOException {
    DataDir gone = DataDir.open(null);
    gone.close();
    assertThat(gone.path()).doesNotExist();
    DataDir kept = DataDir.open(null);
    Path path = kept.keep();
    kept.close();
    assertThat(path).isEqualTo(kept.path()).isEmptyDirectory();
    Files.delete(path);
  }

  private static String mode(Path of) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(of));
  }
}
