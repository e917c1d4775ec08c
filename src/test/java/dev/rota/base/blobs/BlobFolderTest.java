package dev.rota.base.blobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlobFolderTest {
  @TempDir private Path dir;

  private BlobFolder open(long bytesMax) throws IOException {
    return BlobFolder.open(dir.resolve("cache"), bytesMax);
  }

  private static BlobDigest put(BlobFolder folder, String content) throws IOException {
    BlobDigest digest = BlobDigest.of(content.getBytes(UTF_8));
    folder.store(digest, content.getBytes(UTF_8));
    return digest;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(dir.resolve("cache/blobs"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void aBlobIsReadAsItWasStored() throws IOException {
    try (BlobFolder folder = open(100)) {
      BlobDigest digest = put(folder, "hello");

      assertThat(folder.has(digest)).isTrue();
      assertThat(folder.read(digest)).asString().isEqualTo("hello");
      assertThat(folder.bytes()).isEqualTo(5);
      assertThat(folder.read(BlobDigest.of(new byte[1]))).isNull();
    }
  }

  @Test
  void theEmptyBlobIsAlwaysThere() throws IOException {
    try (BlobFolder folder = open(0)) {
      assertThat(folder.has(BlobDigest.EMPTY)).isTrue();
      assertThat(folder.read(BlobDigest.EMPTY)).isEmpty();
      assertThat(folder.link(BlobDigest.EMPTY, true, dir.resolve("empty"))).isTrue();
      assertThat(dir.resolve("empty")).isEmptyFile().isExecutable();
      assertThat(put(folder, "")).isEqualTo(BlobDigest.EMPTY);
    }
  }

  @Test
  void otherBytesThanThoseOfTheDigestAreRefusedAndLeaveNothing() throws IOException {
    try (BlobFolder folder = open(100)) {
      BlobDigest digest = BlobDigest.of("right".getBytes(UTF_8));
      for (String wrong : List.of("wrong", "short".substring(1), "longer")) {
        assertThatThrownBy(() -> folder.store(digest, wrong.getBytes(UTF_8)))
            .hasMessageContaining("INVALID_ARGUMENT: what came as the blob " + digest);
      }
      assertThat(folder.has(digest)).isFalse();
    }
    assertThat(files()).isEmpty();
    assertThat(dir.resolve("cache/incoming")).isEmptyDirectory();
  }

  @Test
  void theLeastRecentlyUsedAreDropped() throws IOException {
    try (BlobFolder folder = open(10)) {
      BlobDigest first = put(folder, "1234");
      BlobDigest second = put(folder, "5678");
      assertThat(folder.has(first)).isTrue();
      BlobDigest third = put(folder, "90ab");

      assertThat(folder.has(second)).isFalse();
      assertThat(folder.has(first)).isTrue();
      assertThat(folder.has(third)).isTrue();
      assertThat(folder.bytes()).isEqualTo(8);
      assertThat(files()).hasSize(2);
      assertThatThrownBy(() -> put(folder, "more than ten"))
          .hasMessageContaining("RESOURCE_EXHAUSTED")
          .hasMessageContaining("13 bytes: there is room for 10");
    }
  }

  @Test
  void aNextProcessFindsWhatIsWholeAndNothingElse() throws IOException {
    BlobDigest whole;
    BlobDigest cut;
    BlobDigest changed;
    try (BlobFolder folder = open(100)) {
      whole = put(folder, "whole");
      cut = put(folder, "cut off");
      changed = put(folder, "changed");
    }
    Files.writeString(dir.resolve("cache/incoming/7"), "a part");
    Files.createDirectories(dir.resolve("cache/blobs/zz"));
    Files.writeString(dir.resolve("cache/blobs/zz/other"), "other");
    for (Path file : files()) {
      FileTime time = Files.getLastModifiedTime(file);
      if (file.endsWith(cut.hash() + ".7")) {
        Files.write(file, new byte[3]);
      } else if (file.endsWith(changed.hash() + ".7")) {
        // As a broken disk does it.
        Files.writeString(file, "CHANGED", StandardOpenOption.TRUNCATE_EXISTING);
        Files.setLastModifiedTime(file, time);
      }
    }

    assertThatThrownBy(() -> BlobFolder.open(dir.resolve("cache/incoming/7"), 1))
        .isInstanceOf(IOException.class);
    try (BlobFolder folder = open(100)) {
      assertThat(folder.read(whole)).asString().isEqualTo("whole");
      assertThat(folder.has(cut)).isFalse();
      assertThat(folder.read(changed)).isNull();
      assertThat(folder.has(changed)).isFalse();
      assertThat(files()).hasSize(1);
      put(folder, "changed");
      assertThat(folder.read(changed)).asString().isEqualTo("changed");
    }
    assertThat(dir.resolve("cache/incoming")).isEmptyDirectory();
    try (BlobFolder smaller = open(5)) {
      assertThat(smaller.bytes()).isLessThanOrEqualTo(5);
    }
  }

  @Test
  void anotherProcessMayNotUseIt() throws IOException {
    try (BlobFolder folder = open(100)) {
      assertThatThrownBy(() -> open(100)).hasMessageContaining("another process uses the blobs");
      put(folder, "x");
    }
  }

  @Test
  void aLinkSharesBytesAndHasItsOwnPermissions() throws IOException {
    try (BlobFolder folder = open(100)) {
      BlobDigest digest = put(folder, "#!/bin/sh");
      assertThat(folder.link(digest, false, dir.resolve("plain"))).isTrue();
      assertThat(folder.link(digest, true, dir.resolve("tool"))).isTrue();
      assertThat(folder.link(BlobDigest.of(new byte[3]), true, dir.resolve("none"))).isFalse();

      assertThat(Files.getPosixFilePermissions(dir.resolve("plain")))
          .isEqualTo(PosixFilePermissions.fromString("r--r--r--"));
      assertThat(Files.getPosixFilePermissions(dir.resolve("tool")))
          .isEqualTo(PosixFilePermissions.fromString("r-xr-xr-x"));
      assertThat(dir.resolve("tool")).hasContent("#!/bin/sh");
      assertThat(Files.getAttribute(dir.resolve("plain"), "unix:nlink")).isEqualTo(2);
      assertThat(folder.bytes()).isEqualTo(18);
    }
  }

  /** What a program does to its inputs does not reach the inputs of the next one. */
  @Test
  void aBlobThatWasWrittenToThroughALinkIsDropped() throws IOException {
    try (BlobFolder folder = open(100)) {
      BlobDigest digest = put(folder, "input");
      Path link = dir.resolve("link");
      folder.link(digest, false, link);
      Files.setPosixFilePermissions(link, PosixFilePermissions.fromString("rw-r--r--"));
      assertThat(folder.link(digest, false, dir.resolve("again"))).as("others may write").isFalse();

      put(folder, "input");
      folder.link(digest, false, dir.resolve("third"));
      Files.setPosixFilePermissions(
          dir.resolve("third"), PosixFilePermissions.fromString("rw-r--r--"));
      Files.writeString(dir.resolve("third"), "INPUT");
      Files.setPosixFilePermissions(
          dir.resolve("third"), PosixFilePermissions.fromString("r--r--r--"));
      assertThat(folder.read(digest)).isNull();
      assertThat(folder.has(digest)).isFalse();
    }
  }

  @Test
  void aDigestIsCheckedBeforeItIsUsedAsAName() {
    String hash = BlobDigest.EMPTY.hash();
    assertThat(BlobDigest.of("abc".getBytes(UTF_8)))
        .hasToString("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad/3");
    for (String wrong :
        List.of("", "../../etc/passwd", hash.toUpperCase(java.util.Locale.ROOT), hash + "0")) {
      assertThatThrownBy(() -> new BlobDigest(wrong, 0))
          .hasMessageContaining("INVALID_ARGUMENT: a malformed digest");
    }
    assertThatThrownBy(() -> new BlobDigest(hash, -1)).hasMessageContaining("malformed");
  }

  /** As somebody does it who may write to the file, and wants nobody to notice. */
  @Test
  void aFileThatWasChangedAndMadeToLookAsBeforeIsDropped() throws IOException {
    try (BlobFolder folder = open(100)) {
      BlobDigest digest = put(folder, "good");
      assertThat(folder.copy(digest, true, dir.resolve("first"))).isTrue();
      assertThat(dir.resolve("first")).hasContent("good").isExecutable();
      Path file = files().get(0);
      FileTime time = Files.getLastModifiedTime(file);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      Files.writeString(file, "evil", StandardOpenOption.WRITE);
      Files.setLastModifiedTime(file, time);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));

      assertThat(folder.copy(digest, false, dir.resolve("second"))).isFalse();
      assertThat(folder.has(digest)).isFalse();
      assertThat(dir.resolve("second")).doesNotExist();
    }
  }

  @Test
  void aFileThatWasTouchedIsHashedAgainAndKept() throws IOException {
    try (BlobFolder folder = open(100)) {
      BlobDigest digest = put(folder, "good");
      Files.setPosixFilePermissions(files().get(0), PosixFilePermissions.fromString("r--r--r--"));

      assertThat(folder.read(digest)).asString().isEqualTo("good");
      assertThat(folder.link(digest, false, dir.resolve("link"))).isTrue();
      Files.delete(dir.resolve("link"));
      assertThat(folder.link(digest, false, dir.resolve("again"))).isTrue();
    }
  }
}
