package dev.rota.lab.bench.builds;

import dev.rota.base.actions.ActionIsolation;
import dev.rota.base.actions.ActionLimits;
import dev.rota.base.actions.ActionRunner;
import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.base.actions.ActionSandbox;
import dev.rota.base.actions.ActionUsers;
import dev.rota.base.actions.ControlGroups;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.base.blobs.BuildChannel;
import dev.rota.base.blobs.BuildChannel.ChannelSecurity;
import dev.rota.lab.storage.StorageServer;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Directory;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What it costs to keep actions apart: actions with many inputs and a command that does nothing,
 * against only linking and deleting the same inputs.
 */
public final class ActionsBench implements AutoCloseable {
  /** Of a source file. */
  private static final int BYTES_OF_INPUT = 10_000;

  private final Path dir;
  private final int actions;
  private final List<BlobDigest> inputs = new ArrayList<>();
  private final StorageServer storage;
  private final ManagedChannel channel;
  private final BlobFolder cache;
  private final BlobDigest action;

  /** How the inputs come to an action. */
  public enum Side {
    /** Linked and deleted again, without an action. */
    BARE_LINKS,
    LINKS_AND_USERS,
    COPIES
  }

  /**
   * The speed of one pass.
   *
   * @param inputsPerSecond laid out, used and deleted
   */
  public record Pass(Side side, double inputsPerSecond) {
    /** All inputs have the same size. */
    public double bytesPerSecond() {
      return inputsPerSecond * BYTES_OF_INPUT;
    }
  }

  /**
   * Fills a storage.
   *
   * @param dir that other users may pass through
   */
  public ActionsBench(Path dir, int actions, int inputs) throws IOException {
    this.dir = dir;
    this.actions = actions;
    storage = StorageServer.open(dir.resolve("storage"), Long.MAX_VALUE);
    channel = BuildChannel.openPatient(storage.address(), ChannelSecurity.NONE);
    cache = BlobFolder.open(dir.resolve("cache"), Long.MAX_VALUE);
    action = filled(inputs);
  }

  private BlobDigest filled(int count) throws IOException {
    Map<BlobDigest, BlobSource> blobs = new HashMap<>();
    Directory.Builder root = Directory.newBuilder();
    Random random = new Random(1);
    for (int i = 0; i < count; i++) {
      byte[] content = new byte[BYTES_OF_INPUT];
      random.nextBytes(content);
      BlobDigest digest = put(blobs, content);
      root.addFilesBuilder().setName("input" + i).setDigest(digest.message());
      inputs.add(digest);
    }
    Command command = Command.newBuilder().addArguments("/bin/true").build();
    Action made =
        Action.newBuilder()
            .setInputRootDigest(put(blobs, root.build().toByteArray()).message())
            .setCommandDigest(put(blobs, command.toByteArray()).message())
            .build();
    BlobDigest digest = put(blobs, made.toByteArray());
    client().upload(blobs);
    client().fetch(inputs, cache);
    return digest;
  }

  private static BlobDigest put(Map<BlobDigest, BlobSource> blobs, byte[] content) {
    BlobDigest digest = BlobDigest.of(content);
    blobs.put(digest, BlobSource.of(content));
    return digest;
  }

  private BlobClient client() {
    return new BlobClient(channel, "", Duration.ofMinutes(1));
  }

  /** Returns the sides that this user can measure. */
  public static List<Side> sides() {
    return ActionUsers.isRoot() ? List.of(Side.values()) : List.of(Side.BARE_LINKS, Side.COPIES);
  }

  /** Runs all actions once, one after the other. */
  public Pass pass(Side side) throws IOException {
    long began = System.nanoTime();
    if (side == Side.BARE_LINKS) {
      links();
    } else {
      actions(side == Side.COPIES ? ActionUsers.own() : ActionUsers.open(null, 1));
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Pass(side, (double) actions * inputs.size() / seconds);
  }

  private void links() throws IOException {
    Path folder = dir.resolve("links");
    for (int i = 0; i < actions; i++) {
      Files.createDirectory(folder);
      for (int n = 0; n < inputs.size(); n++) {
        cache.link(inputs.get(n), false, folder.resolve("input" + n));
      }
      for (int n = 0; n < inputs.size(); n++) {
        Files.delete(folder.resolve("input" + n));
      }
      Files.delete(folder);
    }
  }

  private void actions(ActionUsers who) throws IOException {
    try (ActionIsolation isolation =
            new ActionIsolation(ControlGroups.NONE, who, ActionSandbox.NONE);
        ActionRunner runner =
            ActionRunner.open(
                "bench", dir.resolve("work"), isolation, cache, client(), ActionLimits.DEFAULT)) {
      for (int i = 0; i < actions; i++) {
        ActionOutcome outcome = runner.run(action.message());
        if (outcome.status().getCode() != 0 || outcome.result().getExitCode() != 0) {
          throw new IOException("an action has failed: " + outcome.status().getMessage());
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    cache.close();
    channel.shutdownNow();
    storage.close();
  }
}
