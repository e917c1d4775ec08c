package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.book.DocBlock;
import dev.rota.base.book.Pages;
import dev.rota.testing.NotRun;
import dev.rota.testing.Program;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archives that a build leaves for operators, unpacked and started as they do it. */
final class ReleaseIT {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]+)(?:#[^)\\s]*)?\\)");

  /** Parts of the sources that a page names for those who change Rota. */
  private static final Pattern OF_A_CHECKOUT =
      Pattern.compile("(\\.\\./)*(src|\\.ci|pom\\.xml)\\b.*");

  @TempDir private Path dir;
  private Path release;
  private Path lab;

  @BeforeEach
  void find() throws IOException {
    release = built("rota-[0-9][^/]*(?<!-lab)\\.tar\\.gz");
    lab = built("rota-[0-9][^/]*-lab\\.tar\\.gz");
    NotRun.unless(release != null && lab != null, "no release is packaged");
  }

  /** Null: there is none. */
  private static Path built(String name) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches(name))
          .findFirst()
          .map(Path::toAbsolutePath)
          .orElse(null);
    }
  }

  @Test
  void aReleaseRunsWithoutACheckoutAndTheLabIsUnpackedOverIt() throws Exception {
    Path home = unpacked(release);
    Said version = rota(home, "--version");
    assertThat(version.code()).as("%s", version).isZero();
    assertThat(version.out()).startsWith("rota " + number(release));
    assertThat(version.out().lines().findFirst().orElseThrow())
        .matches(".*, (commit [0-9a-f]{40}( with changes)?|unknown commit)");
    assertThat(rota(home, "config", "show").code()).isZero();
    Said dev = rota(home, "dev");
    assertThat(dev.code()).isEqualTo(78);
    assertThat(dev.err()).contains("there is no " + home.resolve("rota-lab.jar"));

    assertThat(unpacked(lab)).isEqualTo(home);
    Said simulated = rota(home, "simulate", "cores", "--seed", "1", "--hours", "0.01");
    assertThat(simulated.code()).as("%s", simulated).isZero();

    Path link = Files.createSymbolicLink(dir.resolve("rota"), home.resolve("rota"));
    Files.delete(home.resolve("rota.jar"));
    Said torn = said(List.of(link.toString(), "--version"));
    assertThat(torn.code()).isEqualTo(78);
    assertThat(torn.err()).contains("there is no rota.jar in " + home, "unpack the release again");
  }

  /** By the commands of docs/deploy.md. */
  @Test
  void aReleaseIsUnpackedAsThePageSays() throws Exception {
    Path archive = Path.of(release.getFileName().toString());
    Path link = Files.createSymbolicLink(dir.resolve(archive), release);
    Path opt = Files.createDirectories(dir.resolve("opt"));
    String script =
        DocBlock.having(Path.of("docs/deploy.md"), "tar -xzf")
            .text()
            .replace("VERSION", number(release))
            .replace("/opt", opt.toString());
    assertThat(script).contains("tar -xzf " + archive + " ");
    Said version = said(List.of("bash", "-ec", script));
    Files.delete(link);
    assertThat(version.code()).as("%s", version).isZero();
    assertThat(version.out()).startsWith("rota " + number(release));
  }

  /** The build of docs/deploy.md is behind us; what the page does with it comes now. */
  @Test
  void archivesHaveTheHashesThatThePageAsksFor() throws Exception {
    String asks =
        DocBlock.having(Path.of("docs/deploy.md"), "sha256sum")
            .text()
            .lines()
            .filter(line -> !line.startsWith("./mvnw"))
            .collect(Collectors.joining("\n", "cd '" + Path.of("").toAbsolutePath() + "'\n", ""));
    Said hashes = said(List.of("bash", "-ec", asks));
    assertThat(hashes.code()).as("%s", hashes).isZero();
    for (Path archive : List.of(release, lab)) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
      assertThat(hashes.out())
          .contains(HexFormat.of().formatHex(hash) + "  target/" + archive.getFileName());
    }
  }

  /** Times, owners and modes are those of no builder. */
  @Test
  void aReleaseIsTheSameWhoeverBuildsIt() throws Exception {
    for (Path archive : List.of(release, lab)) {
      List<String> entries =
          said(List.of("tar", "--utc", "--full-time", "-tvzf", archive.toString()))
              .out()
              .lines()
              .toList();
      assertThat(entries).hasSizeGreaterThan(10);
      assertThat(entries)
          .allMatch(
              entry ->
                  entry.matches(
                      "(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x) root/root .* 2026-01-01 00:00:00 .*"));
      assertThat(entries)
          .filteredOn(entry -> entry.startsWith("-rwx"))
          .allMatch(entry -> entry.endsWith(number(release) + "/rota"));
    }
  }

  /** A jar keeps the modes of its entries, which the builder's umask would choose. */
  @Test
  void itsJarHasModesOfNoBuilder() throws Exception {
    Path jar = unpacked(release).resolve("rota.jar");
    try (FileSystem zip =
            FileSystems.newFileSystem(jar, Map.of("enablePosixFileAttributes", true));
        Stream<Path> entries = Files.walk(zip.getPath("/dev"))) {
      List<Path> classes = entries.filter(Files::isRegularFile).toList();
      assertThat(classes).hasSizeGreaterThan(1_000);
      for (Path entry : classes) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(entry)))
            .as("%s", entry)
            .isEqualTo("rw-r--r--");
      }
    }
  }

  @Test
  void aReleaseHasWhatOperatorsNeedAndItsPagesLeadNowhereElse() throws Exception {
    Path home = unpacked(release);
    for (String file :
        List.of(
            "LICENSE",
            "CHANGELOG.md",
            "find-java.sh",
            "THIRD-PARTY.txt",
            "docs/operations.md",
            "schemas/bots/Lease.avsc",
            "examples/python/bot.py",
            "deploy/systemd/rota.service",
            "deploy/prometheus/alerts.yml")) {
      assertThat(home.resolve(file)).isNotEmptyFile();
    }
    assertThat(home.resolve("lib-lab")).doesNotExist();
    List<String> broken = new ArrayList<>();
    for (Path page : Pages.all()) {
      LINK.matcher(Files.readString(home.resolve(page)))
          .results()
          .map(link -> link.group(1))
          .filter(link -> !link.contains("://") && !OF_A_CHECKOUT.matcher(link).matches())
          .filter(link -> !Files.exists(home.resolve(page).resolveSibling(link)))
          .forEach(link -> broken.add(page + " -> " + link));
    }
    assertThat(broken).isEmpty();
  }

  private static String number(Path archive) {
    return archive.getFileName().toString().replaceAll("^rota-|\\.tar\\.gz$", "");
  }

  private Path unpacked(Path archive) throws Exception {
    Said tar = said(List.of("tar", "-xzf", archive.toString(), "-C", dir.toString()));
    assertThat(tar.code()).as("%s", tar).isZero();
    return dir.toRealPath().resolve("rota-" + number(release));
  }

  private Said rota(Path home, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(home.resolve("rota").toString()));
    command.addAll(List.of(words));
    return said(command);
  }

  /** What a program said, and what it ended with. */
  private record Said(int code, String out, String err) {}

  private Said said(List<String> command) throws Exception {
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    ProcessBuilder builder =
        Program.process(command)
            .directory(dir.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", jdk().toString());
    int code = builder.start().waitFor();
    return new Said(code, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  /** Not the JDK itself: of that the script would make an archive, for half a minute. */
  private Path jdk() throws IOException {
    Path java = Files.createDirectories(dir.resolve("jdk/bin")).resolve("java");
    String own = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Files.writeString(java, "#!/bin/sh\nexec '" + own + "' -XX:TieredStopAtLevel=1 \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return java.getParent().getParent();
  }
}
