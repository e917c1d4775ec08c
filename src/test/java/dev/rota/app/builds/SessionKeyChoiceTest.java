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

  private SessionKey key(Map<String, String> settings) throws IOException {
    SettingsSources sources = new SettingsSources();
    settings.forEach((name, value) -> sources.flag(name, name, value));
    return SessionKeyChoice.of(sources.load(), dir.resolve("home"));
  }

  private String file(String text) throws IOException {
    Path file = Files.createTempFile(dir, "secret", "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(file, text).toString();
  }

  @Test
  void theFirstSecretThatIsThereMakesIt() throws Exception {
    String own = file("fedcba9876543210\n");
    String tls = file("-----BEGIN PRIVATE KEY-----");
    Map<String, String> both = Map.of("builds.session.key.file", own, "builds.tls.key", tls);
    Map<String, String> tlsAlone = Map.of("builds.tls.key", tls);
    assertThat(key(both)).isEqualTo(key(Map.of("builds.session.key.file", own)));
    assertThat(key(tlsAlone))
        .isEqualTo(key(Map.of("builds.tls.key", file("-----BEGIN PRIVATE KEY-----"))))
        .isNotEqualTo(key(both))
        .isNotEqualTo(key(Map.of()));
    assertThatThrownBy(() -> key(Map.of("builds.session.key.file", file("brief"))))
        .isInstanceOf(CommandFailure.class);
  }

  /** Who has the token could make the names of other workers' sessions. */
  @Test
  void noTokenMakesIt() throws Exception {
    String token = file("0123456789abcdef");
    for (String setting : new String[] {"builds.token.file", "builds.worker.token.file"}) {
      assertThat(key(Map.of(setting, token))).isEqualTo(key(Map.of()));
    }
  }

  @Test
  void withoutASecretThisUsersFrontDoorsShareOne() throws Exception {
    ExecutorService doors = Executors.newFixedThreadPool(8);
    List<Callable<SessionKey>> opening =
        Stream.generate(() -> (Callable<SessionKey>) () -> key(Map.of())).limit(8).toList();
    SessionKey first = key(Map.of());
    for (var one : doors.invokeAll(opening)) {
      assertThat(one.get()).isEqualTo(first);
    }
    doors.shutdownNow();
    Path file = dir.resolve("home/session.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Files.delete(file);
    assertThat(key(Map.of())).isNotEqualTo(first);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> key(Map.of())).isInstanceOf(CommandFailure.class);
  }

  @Test
  void whatCannotBeKeptIsMadeForThisFrontDoorAlone() throws Exception {
    Files.writeString(dir.resolve("home"), "no directory");
    assertThat(key(Map.of())).isNotEqualTo(key(Map.of()));
  }
}
