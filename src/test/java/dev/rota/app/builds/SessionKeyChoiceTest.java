package dev.rota.app.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.app.console.CommandFailure;
import dev.rota.base.settings.SettingsSources;
import dev.rota.serving.builds.SessionKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All front doors of a grid have the same key. */
class SessionKeyChoiceTest {
  @TempDir private Path dir;

  private SessionKey key(String token, Map<String, String> settings) throws IOException {
    SettingsSources sources = new SettingsSources();
    settings.forEach((name, value) -> sources.flag(name, name, value));
    return SessionKeyChoice.of(sources.load(), token, dir.resolve("home"));
  }

  private String file(String text) throws IOException {
    Path file = Files.createTempFile(dir, "secret", "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(file, text).toString();
  }

  @Test
  void theFirstSecretThatIsThereMakesIt() throws Exception {
    String token = "0123456789abcdef";
    String own = file("fedcba9876543210\n");
    String tls = file("-----BEGIN PRIVATE KEY-----");
    Map<String, String> both = Map.of("builds.session.key.file", own, "builds.tls.key", tls);
    SessionKey ofFile = key(token, both);
    assertThat(ofFile).isEqualTo(key(null, both)).isNotEqualTo(key(token, Map.of()));
    assertThat(key(token, Map.of("builds.tls.key", tls)))
        .isEqualTo(key(token, Map.of()))
        .isNotEqualTo(key("another-0123456789", Map.of()));
    assertThat(key(null, Map.of("builds.tls.key", tls)))
        .isEqualTo(key(null, Map.of("builds.tls.key", file("-----BEGIN PRIVATE KEY-----"))))
        .isNotEqualTo(key(null, Map.of()));
    assertThatThrownBy(() -> key(null, Map.of("builds.session.key.file", file("brief"))))
        .isInstanceOf(CommandFailure.class);
  }

  @Test
  void withoutASecretThisUsersFrontDoorsShareOne() throws Exception {
    ExecutorService doors = Executors.newFixedThreadPool(8);
    List<Callable<SessionKey>> opening =
        Stream.generate(() -> (Callable<SessionKey>) () -> key(null, Map.of())).limit(8).toList();
    SessionKey first = key(null, Map.of());
    for (var one : doors.invokeAll(opening)) {
      assertThat(one.get()).isEqualTo(first);
    }
    doors.shutdownNow();
    Path file = dir.resolve("home/session.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Files.delete(file);
    assertThat(key(null, Map.of())).isNotEqualTo(first);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> key(null, Map.of())).isInstanceOf(CommandFailure.class);
  }

  @Test
  void whatCannotBeKeptIsMadeForThisFrontDoorAlone() throws Exception {
    Files.writeString(dir.resolve("home"), "no directory");
    assertThat(key(null, Map.of())).isNotEqualTo(key(null, Map.of()));
  }
}
