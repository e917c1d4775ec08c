package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.actions.ActionIsolation;
import dev.rota.base.actions.ActionLimits;
import dev.rota.base.actions.ActionRunner;
import dev.rota.base.actions.ControlGroups;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Directory;
import dev.rota.testing.Program;
import dev.rota.testing.StoragePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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
            ActionIsolation.of(ControlGroups.NONE),
            cache,
            port.client(),
            ActionLimits.DEFAULT)) {
      ActionRunner.ActionOutcome outcome = runner.run(port.put(action.build()).message());
      assertThat(outcome.status().getMessage()).isEmpty();
      return outcome.result();
    }
  }

  /**
   * More than an array can have, in a process with less memory. Its compiler is the one of a
   * server: with the tests' own, hashing takes ten times as long.
   */
  @Test
  void anOutputOfTwoGigabytesIsStreamed() throws Exception {
    List<String> words = new ArrayList<>(Program.testJvm("-Xmx256m", "-XX:TieredStopAtLevel=4"));
    words.addAll(List.of(LargeActionsIT.class.getName(), dir.resolve("other").toString()));
    Process process = new ProcessBuilder(words).inheritIO().start();
    try {
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Runs the action. */
  public static void main(String[] words) throws IOException {
    LargeActionsIT test = new LargeActionsIT();
    test.dir = Path.of(words[0]);
    test.open();
    long size = (2L << 30) + 1;
    ActionResult result = test.run(BlobDigest.EMPTY, "truncate -s " + size + " large", "large");
    BlobDigest digest = BlobDigest.of(result.getOutputFiles(0).getDigest());
    assertThat(digest.size()).isEqualTo(size);
    assertThat(test.port.client().missing(List.of(digest))).isEmpty();
    test.close();
  }

  /**
   * A million takes a file system some minutes, for its links alone: {@code
   * -Drota.inputs.thousands=1000} has as many.
   */
  @Test
  void manyInputsAreLaidOut() throws IOException {
    int thousands = Integer.getInteger("rota.inputs.thousands", 100);
    Directory.Builder files = Directory.newBuilder();
    for (int i = 0; i < 1_000; i++) {
      byte[] content = ("of file " + i).getBytes(StandardCharsets.UTF_8);
      files.addFilesBuilder().setName("f" + i).setDigest(port.put(content).message());
    }
    BlobDigest root = port.put(files.build());
    // A directory of ten, of which a tree names each as often as it has to.
    Directory.Builder ten = Directory.newBuilder();
    for (int i = 0; i < 10; i++) {
      ten.addDirectoriesBuilder().setName("a" + i).setDigest(root.message());
    }
    BlobDigest below = port.put(ten.build());
    Directory.Builder top = Directory.newBuilder();
    for (int i = 0; i < thousands / 10; i++) {
      top.addDirectoriesBuilder().setName("b" + i).setDigest(below.message());
    }
    ActionResult result = run(port.put(top.build()), "find . -type f | wc -l; cat b7/a9/f321");

    assertThat(
            new String(
                port.client().read(BlobDigest.of(result.getStdoutDigest()), 1_000),
                StandardCharsets.UTF_8))
        .isEqualTo(thousands * 1_000 + "\nof file 321");
  }
}
