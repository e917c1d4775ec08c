package dev.rota.app.proofs;

import static dev.rota.app.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is given to {@code rota verify} and is no proof. */
class VerifyCommandTest {
  private final SigningKey key = SigningKey.random("acme.example/prod", KeyKind.LOG);

  @TempDir private Path dir;
  private Path policy;

  @BeforeEach
  void trust() throws IOException {
    policy = Files.writeString(dir.resolve("policy"), "log " + key + "\nquorum none\n");
  }

  private Ran verify(Path file) {
    return rota("verify", file.toString(), "--policy", policy.toString());
  }

  @Test
  void aDirectoryIsNamed() {
    Ran ran = verify(dir);
    assertThat(ran.code()).isEqualTo(74);
    assertThat(ran.err()).contains(dir + ": is a directory", "rota prove");
  }

  @Test
  void aFileWithoutEndIsNotReadToItsEnd() {
    Ran ran = verify(Path.of("/dev/zero"));
    assertThat(ran.code()).as(ran.err()).isEqualTo(1);
    assertThat(ran.err()).contains("/dev/zero: NOT VERIFIED", "it does not begin with");
  }

  @Test
  void anEmptyFileIsNoProof() throws IOException {
    assertThat(verify(Files.createFile(dir.resolve("empty"))).code()).isEqualTo(1);
  }
}
