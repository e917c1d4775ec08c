package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.actions.ActionLimits;
import dev.rota.base.actions.ActionRunner;
import dev.rota.base.actions.ControlGroups;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Directory;
import dev.rota.testing.StoragePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Actions that would not fit into memory. */
final class LargeActionsIT {
  @TempDir private Path dir;
  private StoragePort port;
  private BlobFolder cache;

  @BeforeEach
  void open() throws IOException {
    port = StoragePort.open(dir.resolve("storage"), 16L << 30);
    cache = BlobFolder.open(dir.resolve("cache"), 1L << 30);
  }

  @AfterEach
  void close() throws IOException {
    cache.close();
    port.close();
  }

  private ActionResult run(BlobDigest inputs, String script, String... outputs) throws IOException {
    Command.Builder command = Command.newBuilder().addAllOutputPaths(List.of(outputs));
    command.addAllArguments(List.of("/bin/sh", "-c", script));
    Action.Builder action = Action.newBuilder().setInputRootDigest(inputs.message());
    action.setCommandDigest(port.put(command.build()).message());
    try (ActionRunner runner =
        ActionRunner.open(
            "bot",
            dir.resolve("work"),
            ControlGroups.NONE,
            cache,
            port.client(),
            ActionLimits.DEFAULT)) {
      ActionRunner.ActionOutcome outcome = runner.run(port.put(action.build()).message());
      assertThat(outcome.status().getMessage()).isEmpty();
      assertThat(outcome.cacheable()).isTrue();
      return outcome.result();
    }
  }

  /** More than an array can have. */
  @Test
  void anOutputOfTwoGigabytesIsStreamed() throws IOException {
    long size = (2L << 30) + 1;
    ActionResult result = run(BlobDigest.EMPTY, "truncate -s " + size + " large", "large");

    BlobDigest digest = BlobDigest.of(result.getOutputFiles(0).getDigest());
    assertThat(digest.size()).isEqualTo(size);
    assertThat(port.client().missing(List.of(digest))).isEmpty();
  }

  @Test
  void aMillionInputsAreLaidOut() throws IOException {
    Directory.Builder files = Directory.newBuilder();
    for (int i = 0; i < 1_000; i++) {
      byte[] content = ("of file " + i).getBytes(StandardCharsets.UTF_8);
      files.addFilesBuilder().setName("f" + i).setDigest(port.put(content).message());
    }
    BlobDigest root = port.put(files.build());
    for (String prefix : List.of("a", "b", "c")) {
      Directory.Builder directories = Directory.newBuilder();
      for (int i = 0; i < 10; i++) {
        directories.addDirectoriesBuilder().setName(prefix + i).setDigest(root.message());
      }
      root = port.put(directories.build());
    }
    ActionResult result = run(root, "find . -type f | wc -l; cat c7/b8/a9/f321");

    assertThat(
            new String(
                port.client().read(BlobDigest.of(result.getStdoutDigest()), 1_000),
                StandardCharsets.UTF_8))
        .isEqualTo("1000000\nof file 321");
  }
}
