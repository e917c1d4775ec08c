package dev.rota.lab.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.GetActionResultRequest;
import dev.rota.protocols.reapi.Tree;
import dev.rota.protocols.reapi.UpdateActionResultRequest;
import dev.rota.testing.StoragePort;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A result is given only while everything that it names is there. */
class StoredResultsTest {
  private static final BlobDigest ACTION = digest("action");
  private static final BlobDigest ABSENT = digest("absent");

  @TempDir private Path dir;

  private StoragePort port;
  private ActionCacheGrpc.ActionCacheBlockingStub results;
  private BlobDigest here;

  @BeforeEach
  void open() throws IOException {
    port = StoragePort.open(dir, 1 << 20);
    results = ActionCacheGrpc.newBlockingStub(port.channel());
    here = port.put("here".getBytes(UTF_8));
  }

  @AfterEach
  void close() throws IOException {
    port.close();
  }

  private static BlobDigest digest(String content) {
    return BlobDigest.of(content.getBytes(UTF_8));
  }

  private boolean isGiven(ActionResult.Builder result) {
    var _ =
        results.updateActionResult(
            UpdateActionResultRequest.newBuilder()
                .setActionDigest(ACTION.message())
                .setActionResult(result)
                .build());
    try {
      return results
          .getActionResult(
              GetActionResultRequest.newBuilder().setActionDigest(ACTION.message()).build())
          .equals(result.build());
    } catch (StatusRuntimeException e) {
      assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
      return false;
    }
  }

  @Test
  void whatWasSaidIsNeeded() {
    ActionResult.Builder all =
        ActionResult.newBuilder()
            .setStdoutDigest(here.message())
            .setStderrDigest(BlobDigest.EMPTY.message());
    assertThat(isGiven(all)).isTrue();
    assertThat(isGiven(all.clone().setStdoutDigest(ABSENT.message()))).isFalse();
    assertThat(isGiven(all.clone().setStderrDigest(ABSENT.message()))).isFalse();
  }

  @Test
  void eachFileIsNeeded() {
    ActionResult.Builder all = ActionResult.newBuilder();
    all.addOutputFilesBuilder().setPath("a").setDigest(here.message());
    all.addOutputFilesBuilder().setPath("b").setDigest(here.message());
    assertThat(isGiven(all)).isTrue();
    for (int i = 0; i < 2; i++) {
      ActionResult.Builder one = all.clone();
      one.getOutputFilesBuilder(i).setDigest(ABSENT.message());
      assertThat(isGiven(one)).as("%d", i).isFalse();
    }
  }

  /** As a tree, and as directories that name each other. */
  @Test
  void eachFileOfEachDirectoryIsNeeded() throws IOException {
    for (int absent = -1; absent < 3; absent++) {
      Tree.Builder tree = Tree.newBuilder();
      for (int i = 0; i < 3; i++) {
        var directory = i == 0 ? tree.getRootBuilder() : tree.addChildrenBuilder();
        directory
            .addFilesBuilder()
            .setName("f" + i)
            .setDigest((i == absent ? ABSENT : here).message());
      }
      for (int i = 0; i < 2; i++) {
        tree.getRootBuilder()
            .addDirectoriesBuilder()
            .setName("d" + i)
            .setDigest(port.put(tree.getChildren(i)).message());
      }
      ActionResult.Builder asTree = ActionResult.newBuilder();
      asTree.addOutputDirectoriesBuilder().setTreeDigest(port.put(tree.build()).message());
      assertThat(isGiven(asTree)).as("a tree without %d", absent).isEqualTo(absent < 0);
      ActionResult.Builder asRoot = ActionResult.newBuilder();
      asRoot
          .addOutputDirectoriesBuilder()
          .setRootDirectoryDigest(port.put(tree.getRoot()).message());
      assertThat(isGiven(asRoot)).as("directories without %d", absent).isEqualTo(absent < 0);
    }
  }
}
