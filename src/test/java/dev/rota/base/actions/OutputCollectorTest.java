package dev.rota.base.actions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process that goes on does to outputs while they are stored. */
final class OutputCollectorTest {
  private static final byte[] CONTENT = "content".getBytes(UTF_8);

  @TempDir private Path dir;
  private Path root;
  private OutputCollector outputs;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(dir.toRealPath().resolve("root"));
    outputs = new OutputCollector(root, List.of(), ActionLimits.DEFAULT, ActionUser.OWN);
    Files.write(Files.createDirectory(root.resolve("d")).resolve("f"), CONTENT);
  }

  @AfterEach
  void close() throws IOException {
    outputs.close();
  }

  private ActionResult collected() throws IOException {
    ActionResult.Builder result = ActionResult.newBuilder();
    outputs.collect(Command.newBuilder().addOutputPaths("d/f").build(), result);
    return result.build();
  }

  private BlobSource collectedSource() throws IOException {
    collected();
    return outputs.blobs().get(BlobDigest.of(CONTENT));
  }

  private static void exec(String... words) throws Exception {
    assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
  }

  @Test
  void aFileIsReadAgainWhileItIsTheSame() throws IOException {
    BlobSource source = collectedSource();
    for (int time = 0; time < 2; time++) {
      try (InputStream in = source.open()) {
        assertThat(in.readAllBytes()).isEqualTo(CONTENT);
      }
    }
  }

  @Test
  void whatTookAFilesPlaceIsNotRead() throws Exception {
    String file = root.resolve("d/f").toString();
    BlobSource source = collectedSource();
    Files.delete(Path.of(file));
    exec("mkfifo", file);
    assertThatThrownBy(source::open).hasMessageContaining("has changed").hasMessageContaining(file);
    Files.delete(Path.of(file));
    exec("ln", "-s", "/dev/zero", file);
    assertThatThrownBy(source::open).hasMessageContaining("has changed");
    Files.delete(Path.of(file));
    Files.write(Path.of(file), CONTENT);
    assertThatThrownBy(source::open).hasMessageContaining("has changed");
  }

  @Test
  void aFileThatGrowsIsNoOutput() throws Exception {
    BlobSource source = collectedSource();
    Files.write(root.resolve("d/f"), new byte[100]);
    assertThatThrownBy(source::open).hasMessageContaining("has changed");
  }

  @Test
  void aLinkInTheRootsPlaceLeadsNowhere() throws Exception {
    BlobSource source = collectedSource();
    Path other = Files.move(root, dir.resolve("other"));
    Path secret = Files.createDirectories(dir.resolve("secret/d"));
    Files.writeString(secret.resolve("f"), "secret!");
    Files.createSymbolicLink(root, dir.resolve("secret"));
    try (InputStream in = source.open()) {
      assertThat(in.readAllBytes()).isEqualTo(CONTENT);
    }
    assertThat(collected().getOutputFiles(0).getDigest())
        .isEqualTo(BlobDigest.of(CONTENT).message());
    Files.move(other.resolve("d"), other.resolve("e"));
    Files.createSymbolicLink(other.resolve("d"), secret);
    assertThatThrownBy(source::open).isInstanceOf(IOException.class);
  }
}
