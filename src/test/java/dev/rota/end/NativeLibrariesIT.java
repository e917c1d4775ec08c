package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native libraries are unpacked where they can be found again: by who comes after a killed one. */
class NativeLibrariesIT {
  @TempDir private Path home;
  @TempDir private Path temporary;

  @Test
  void whatAKilledProcessLeftIsRemovedByTheNextAndWhatALivingOneUsesIsNot() throws Exception {
    Path left;
    try (DevProcess killed = start()) {
      killed.ready();
      assertThat(unpacked(temporary)).as("beside the process's own directory").isEmpty();
      left = directories().get(0);
      assertThat(unpacked(left)).anyMatch(file -> file.contains("rocksdb"));
      assertThat(killed.kill()).isEqualTo(137);
    }
    assertThat(unpacked(temporary)).isEmpty();
    assertThat(directories()).containsExactly(left);

    try (DevProcess next = start()) {
      next.ready();
      List<Path> own = directories();
      assertThat(own).hasSize(1).doesNotContain(left);
      try (DevProcess neighbour = start()) {
        neighbour.ready();
        assertThat(directories()).hasSize(2).containsAll(own);
        assertThat(neighbour.terminate()).as(neighbour.errors()).isEqualTo(143);
      }
      assertThat(directories()).isEqualTo(own);
      assertThat(unpacked(own.get(0))).isNotEmpty();
      assertThat(next.terminate()).as(next.errors()).isEqualTo(143);
    }
    assertThat(directories()).isEmpty();
    assertThat(unpacked(temporary)).isEmpty();
  }

  private DevProcess start() throws IOException {
    return DevProcess.start(
        Files.createTempDirectory(home, "home"),
        List.of("-Djava.io.tmpdir=" + temporary),
        "--domains",
        "cores",
        "--kafka-port",
        "0",
        "--registry-port",
        "0",
        "--http-port",
        "0");
  }

  private List<Path> directories() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("rota-native-"))
          .sorted()
          .toList();
    }
  }

  /** Libraries, and what their loaders put beside them. */
  private static List<String> unpacked(Path dir) throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(".*\\.(so|dylib|jnilib|dll)(\\.lck)?"))
          .toList();
    }
  }
}
