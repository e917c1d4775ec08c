package dev.rota.app.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may read the file of a key or a token. */
class KeyFileTest {
  @ParameterizedTest
  @CsvSource({
    "rw-------, rota, rota, true",
    "r--------, root, root, true",
    "rw-r-----, rota, rota, false",
    "rw-r--r--, rota, rota, false",
    // A Secret's volume in a container with fsGroup.
    "r--r-----, root, rota, true",
    "r--r-----, root, ?, true",
    "rw-rw----, root, rota, false",
    "r--r--r--, root, rota, false",
    "rwxr-x---, root, rota, false",
    "r--r-----, root, root, false",
    "r--r-----, ann, rota, false"
  })
  void onlyItsOwnerReadsItOrTheGroupThatRootHasChosen(
      String permissions, String owner, String self, boolean shut) {
    assertThat(KeyFile.isShut(PosixFilePermissions.fromString(permissions), owner, self))
        .isEqualTo(shut);
  }
}
