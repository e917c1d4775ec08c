package dev.rota.app.builds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import dev.rota.testing.PemCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota reapi} says what it lacks before it opens anything. */
class ReapiCommandTest {
  private static void refused(List<String> flags, String... words) {
    List<String> line = new ArrayList<>(List.of("reapi", "-b", "127.0.0.1:1"));
    line.addAll(flags);
    Ran ran = Ran.rota(Map.of("ROTA_HOME", "/nonexistent"), "", line.toArray(String[]::new));
    assertThat(ran.code()).as(ran.err()).isEqualTo(78);
    assertThat(ran.err()).contains(words);
  }

  @Test
  void itNeedsAStorage() {
    refused(List.of(), "no storage", "builds.cas", "--cas grpc://HOST:PORT");
    for (String bad : List.of("storage:9092", "http://storage:9092", "grpc://", "grpc:storage")) {
      refused(List.of("--cas", bad), "'" + bad + "' is no address", "grpc://HOST:PORT");
    }
    refused(
        List.of("--cas", "grpc://here:1", "--action-cache", "x"),
        "builds.action.cache",
        "'x' is no address");
  }

  @Test
  void aTokenIsNotSentInPlainText() {
    refused(
        List.of("--cas", "grpc://storage:1", "--cas-token-file", "token"),
        "builds.cas",
        "a token needs TLS: grpcs://HOST:PORT");
  }

  @Test
  void filesOfTlsThatCannotBeUsedAreNamed(@TempDir Path dir) throws IOException {
    Path words = Files.writeString(dir.resolve("words.pem"), "no certificate");
    refused(
        List.of("--cas", "grpcs://here:1", "--cas-tls-ca", words.toString()),
        "TLS",
        words + " has no CERTIFICATE in PEM");
  }

  @Test
  void beyondThisMachineItNeedsTlsAndRoles(@TempDir Path dir) throws Exception {
    refused(List.of("--host", "0.0.0.0"), "there is no TLS", "--tls-cert");
    refused(List.of("--tls-key", "key.pem"), "the certificate is missing");
    refused(List.of("--worker-names", "w"), "no client shows one", "--tls-client-ca");
    PemCertificate own = PemCertificate.make(dir, "door", "EC", "-ext", "san=dns:door.example");
    Path token = Files.writeString(dir.resolve("token"), "0123456789abcdef");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    List<String> all =
        List.of(
            "--host",
            "0.0.0.0",
            "--tls-cert",
            own.file.toString(),
            "--tls-key",
            own.key.toString(),
            "--token-file",
            token.toString());
    refused(all, "one token has all roles", "--client-token-file", "--worker-names");
  }
}
