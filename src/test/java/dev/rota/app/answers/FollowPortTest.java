package dev.rota.app.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota follow} does not open itself to everybody, and says what it lacks. */
final class FollowPortTest {
  @TempDir private Path dir;

  private static Ran follow(Map<String, String> variables, String... more) {
    List<String> words = new ArrayList<>(List.of("follow", "cores", "-b", "127.0.0.1:1"));
    words.addAll(List.of(more));
    Map<String, String> all = new java.util.HashMap<>(variables);
    all.put("ROTA_HOME", "/nonexistent");
    return Ran.rota(all, "", words.toArray(String[]::new));
  }

  private String file(String name, String text, String permissions) throws IOException {
    Path file = dir.resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file.toString();
  }

  private static void refuses(Ran ran, String... parts) {
    assertThat(ran.code()).as(ran.err()).isEqualTo(78);
    assertThat(ran.err()).contains(parts);
  }

  @Test
  void beyondThisMachineItNeedsTlsAndAToken() throws IOException {
    String token = file("token", "0123456789abcdef", "rw-------");
    refuses(follow(Map.of(), "--host", "0.0.0.0"), "could read all", "there is no TLS");
    refuses(follow(Map.of("ROTA_FOLLOW_HOST", "0.0.0.0")), "there is no TLS", "--tls-cert");
    refuses(follow(Map.of(), "--host", "0.0.0.0", "--token-file", token), "there is no TLS");
    refuses(follow(Map.of(), "--host", "no.such.host.invalid"), "no such host");
  }

  @Test
  void itFollowsDomainsOrReadsFiles() throws IOException {
    String none = file("none.rota", "{}\n", "rw-------");
    for (Ran ran :
        List.of(
            Ran.rota("follow"),
            Ran.rota("follow", "cores", "--from", none),
            Ran.rota("follow", "--from", none))) {
      assertThat(ran.code()).as(ran.err()).isEqualTo(2);
    }
    assertThat(Ran.rota("follow", "--from", none).err()).contains("'rota capsule'");
    refuses(Ran.rota("follow", "--from", none, "--host", "0.0.0.0"), "there is no TLS");
  }

  @Test
  void aTokenIsLongAndItsFileIsShut() throws IOException {
    String open = file("open", "0123456789abcdef", "rw-r--r--");
    refuses(follow(Map.of(), "--token-file", open), "open to others", "chmod 600");
    String brief = file("short", "0123456789abcde\n", "rw-------");
    refuses(follow(Map.of(), "--token-file", brief), "at least 16", "openssl rand -hex 32");
    refuses(follow(Map.of("ROTA_FOLLOW_TOKEN_FILE", brief)), "at least 16");
  }

  @Test
  void aKeyIsShutAndComesWithItsCertificate() throws IOException {
    String open = file("key", "", "rw-rw----");
    refuses(follow(Map.of(), "--tls-key", open), "the certificate is missing");
    refuses(follow(Map.of(), "--tls-cert", open), "the key is missing");
    refuses(follow(Map.of(), "--tls-cert", open, "--tls-key", open), "open to others");
    String empty = file("empty", "", "rw-------");
    refuses(follow(Map.of(), "--tls-cert", empty, "--tls-key", empty), "no PRIVATE KEY");
  }
}
