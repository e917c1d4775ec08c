package dev.rota.base.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.actions.BotHost.BotHostOptions;
import dev.rota.base.actions.ControlGroups.GroupLimits;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.testing.HangingCalls;
import dev.rota.testing.Patience;
import dev.rota.testing.ScriptedFrontDoor;
import dev.rota.testing.StoragePort;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Patience.class)
final class BotHostTest {
  @TempDir private Path dir;

  /** A lease whose thread waits for a disk or a storage, and hears no interrupt. */
  @Test
  void aStopEndsWhateverALeaseWaitsFor() throws Exception {
    HangingCalls hanging = new HangingCalls("BatchReadBlobs");
    ManagedChannel channel = null;
    try (StoragePort port = StoragePort.open(dir.resolve("storage"), 1L << 30);
        ScriptedFrontDoor door = new ScriptedFrontDoor()) {
      channel = NettyChannelBuilder.forAddress("127.0.0.1", door.port()).usePlaintext().build();
      BotHostOptions options =
          new BotHostOptions(
              new BotIdentity("main", "bot", Map.of()),
              2,
              dir.resolve("bot"),
              ActionUsers.OWN,
              ActionSandbox.NONE,
              1 << 20,
              ActionLimits.DEFAULT,
              GroupLimits.NONE,
              Duration.ZERO);
      BotHost host = BotHost.open(options, List.of(channel), hanging.on(port.channel()));
      door.lease("hanging", BlobDigest.of(new byte[10]).message());
      hanging.await();
      host.close();

      await().until(() -> !door.completed().isEmpty());
      assertThat(door.completed().get(0).getStatus().getCode())
          .isEqualTo(Status.Code.UNAVAILABLE.value());
      host.ended().join();
    } finally {
      hanging.goOn();
      channel.shutdownNow();
    }
  }
}
