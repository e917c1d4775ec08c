package dev.rota.app.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.app.console.CommandFailure;
import dev.rota.base.settings.SettingsSources;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.DoorRole;
import dev.rota.testing.PemCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what at a front door, as settings say. */
class DoorFlagsTest {
  private static final Set<DoorRole> ALL = Set.of(DoorRole.values());

  @TempDir private Path dir;

  private final Map<String, String> tls = new HashMap<>();
  private Path home;

  @BeforeEach
  void open() throws Exception {
    home = dir.resolve("home");
    PemCertificate one = PemCertificate.make(dir, "door", "EC", "-ext", "san=dns:door.example");
    tls.put("builds.host", "0.0.0.0");
    tls.put("builds.tls.cert", one.file.toString());
    tls.put("builds.tls.key", one.key.toString());
  }

  private String secret(String text) throws IOException {
    Path file = Files.createTempFile(dir, "secret", "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(file, text + "\n").toString();
  }

  private DoorAccess access(Map<String, String> settings) throws IOException {
    SettingsSources sources = new SettingsSources();
    settings.forEach((name, value) -> sources.flag(name, name, value));
    return DoorFlags.access(sources.load(), home);
  }

  private static Map<String, String> with(Map<String, String> some, String... more) {
    Map<String, String> all = new HashMap<>(some);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private void refused(Map<String, String> settings, String... words) {
    assertThatThrownBy(() -> access(settings))
        .isInstanceOfSatisfying(
            CommandFailure.class, failure -> assertThat(failure.getMessage()).contains(words));
  }

  @Test
  void onThisMachineOneTokenOrNoneGivesAllRolesAndSaysSo() throws Exception {
    DoorAccess open = access(Map.of());
    assertThat(open.roles().everybody()).isEqualTo(ALL);
    assertThat(DoorFlags.notice(open.roles()))
        .contains("whoever reaches the port has all roles", "--worker-token-file");
    DoorAccess one = access(Map.of("builds.token.file", secret("0123456789abcdef")));
    assertThat(one.roles().tokens()).isEqualTo(Map.of("0123456789abcdef", ALL));
    assertThat(one.roles().everybody()).isEmpty();
    assertThat(DoorFlags.notice(one.roles())).contains("whoever has the token has all roles");
  }

  @Test
  void eachRoleHasItsOwnAndWhatIsNotGivenNobodyHas() throws Exception {
    Map<String, String> settings =
        with(
            tls,
            "builds.client.token.file",
            secret("client-0123456789"),
            "builds.worker.token.file",
            secret("worker-0123456789"));
    DoorAccess access = access(settings);
    assertThat(access.roles().tokens())
        .isEqualTo(
            Map.of(
                "client-0123456789", Set.of(DoorRole.CLIENT),
                "worker-0123456789", Set.of(DoorRole.WORKER)));
    assertThat(access.roles().everybody()).isEmpty();
    assertThat(DoorFlags.notice(access.roles())).isNull();

    String authorities = tls.get("builds.tls.cert");
    DoorAccess named =
        access(
            with(
                tls,
                "builds.tls.client.ca",
                authorities,
                "builds.worker.names",
                "rack-1, rack-2",
                "builds.writer.names",
                "release"));
    assertThat(named.roles().names())
        .isEqualTo(
            Map.of(
                "rack-1", Set.of(DoorRole.WORKER),
                "rack-2", Set.of(DoorRole.WORKER),
                "release", Set.of(DoorRole.WRITER, DoorRole.CLIENT)));
  }

  @Test
  void beyondThisMachineNobodyHasAllRoles() throws Exception {
    refused(tls, "whoever comes has all roles");
    refused(with(tls, "builds.token.file", secret("0123456789abcdef")), "one token has all roles");
    refused(with(tls, "builds.tls.client.ca", tls.get("builds.tls.cert")), "whoever comes has all");
    refused(
        Map.of("builds.host", "0.0.0.0", "builds.client.token.file", secret("0123456789abcdef")),
        "there is no TLS");
  }

  @Test
  void rolesThatHaveTheSameSecretAreRefused() throws Exception {
    List<String> roles = new ArrayList<>(List.of("client", "worker", "writer"));
    for (String one : List.of("client", "worker")) {
      roles.remove(one);
      for (String other : roles) {
        refused(
            Map.of(
                "builds." + one + ".token.file",
                secret("0123456789abcdef"),
                "builds." + other + ".token.file",
                secret(" 0123456789abcdef")),
            "the token of the role " + other,
            "that of the role " + one);
        refused(
            with(
                tls,
                "builds.tls.client.ca",
                tls.get("builds.tls.cert"),
                "builds." + one + ".names",
                "a,b",
                "builds." + other + ".names",
                "b"),
            "the name b of the role " + other,
            "that of the role " + one);
      }
    }
    refused(
        Map.of(
            "builds.token.file",
            secret("0123456789abcdef"),
            "builds.worker.token.file",
            secret("0123456789abcdeg")),
        "the token of all roles",
        "a role has its own");
    refused(Map.of("builds.worker.names", "a"), "no client shows one");
  }
}
